"""The colour of a state or outcome, by Streamlit's names."""

STATE_COLORS = {
    "submitted": "gray",
    "working": "blue",
    "input-required": "orange",
    "auth-required": "orange",
    "completed": "green",
    "message": "green",
    "done": "green",
    "stopped": "gray",
    "canceled": "gray",
}
BAD_COLOR = "red"
"""Of every other one."""

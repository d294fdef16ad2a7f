"""The Streamlit pieces: one module a panel; session state in one place."""

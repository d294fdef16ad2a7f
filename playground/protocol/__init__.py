"""The A2A protocol in its four dialects: draft to request, answer to meaning. Pure functions; no I/O, no Streamlit."""

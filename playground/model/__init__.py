"""The values that everything else speaks: draft, wire request, run, task, finding. No I/O, no Streamlit."""

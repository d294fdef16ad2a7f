"""The least that Streamlit can do: one field and what it holds. What is slower than this is ours."""

import streamlit as st

st.set_page_config(page_title="minimal", layout="wide")
text = st.text_input("Message", "Bench", live="0ms")
with st.container(key="request-code"):
    st.code(text, language=None)

"""Copying exact text, for the components that offer it."""

from pathlib import Path

CLIPBOARD_JS = Path(__file__).with_name("clipboard.js").read_text("utf-8")
"""`COPY`, the sign of a button, and `copy(text)`, which hands over exactly that text and tells whether it could."""

"""The page's own style: denser than Streamlit's, with panes on wide screens. Constant text; nothing is filled in."""

import streamlit as st

_CSS = """
<style>
/* The page: the space of a tool, not of an article */
.stMainBlockContainer { padding: 3.4rem 1.25rem 1.5rem; max-width: none; }
.stSidebar [data-testid="stSidebarHeader"] { height: 2.6rem; padding-block: .4rem; margin-bottom: 0; }
.stSidebar [data-testid="stSidebarUserContent"] { padding-top: .25rem; padding-bottom: 1rem; }
.stApp [data-testid="stWidgetLabel"] { min-height: 1.2rem; margin-bottom: .1rem; }
.stApp [data-testid="stTextInputRootElement"] { height: 2.15rem; min-height: 2.15rem; }
.stApp [data-testid="stCaptionContainer"] p { font-size: .78rem; line-height: 1.35; }
.stApp [data-testid="stCaptionContainer"] { margin-bottom: 0; }
.stApp [data-testid="stAlertContainer"] { padding: .4rem .6rem; min-height: 0; }
.stApp [data-testid="stAlertContainer"] p { font-size: .82rem; line-height: 1.4; }
.stApp [data-testid="stButtonGroup"] button { min-height: 2rem; padding-block: .1rem; }

/* The help of a field belongs to the field above it */
.st-key-form .stElementContainer:has(> .stCaption, > [data-testid="stCaptionContainer"]),
.st-key-target .stElementContainer:has(> .stCaption, > [data-testid="stCaptionContainer"]),
.st-key-form .stElementContainer:has(.stMarkdown > [data-testid="stCaptionContainer"]),
.st-key-target .stElementContainer:has(.stMarkdown > [data-testid="stCaptionContainer"]) { margin-top: -.3rem; }

/* Order and panes */
.st-key-work { display: grid; grid-template-columns: minmax(0, 1fr); gap: .75rem; }
.st-key-sendbar {
  position: sticky; bottom: 0; z-index: 20; padding-block: .45rem;
  background: var(--background-color, inherit); backdrop-filter: blur(12px);
}
.st-key-request-code pre { max-height: 60vh; overflow: auto; }
.st-key-reply-text { max-height: 60vh; overflow: auto; }
.st-key-reply-text [data-testid="stText"] { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .95rem; }
@media (min-width: 1000px) {
  .st-key-work { grid-template-columns: minmax(0, 46fr) minmax(0, 54fr); grid-template-rows: auto auto auto; }
  .st-key-work > :has(> .st-key-form) { grid-area: 1 / 1; }
  .st-key-work > :has(> .st-key-request) { grid-area: 1 / 2; }
  .st-key-work > :has(> .st-key-sendbar) { grid-area: 2 / 1 / 3 / 3; }
  .st-key-work > :has(> .st-key-reply) { grid-area: 3 / 1 / 4 / 3; }
  .st-key-form, .st-key-request { height: clamp(24rem, 56vh, 46rem); overflow: auto; padding-right: .35rem; }
  .st-key-request-code pre { max-height: calc(clamp(24rem, 56vh, 46rem) - 7rem); }
}
</style>
"""


def apply() -> None:
    """Put the style into the page."""
    st.html(_CSS)

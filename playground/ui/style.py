"""The page's own style: denser than Streamlit's, with panes on wide screens. Constant text; nothing is filled in."""

import streamlit as st

_CSS = """
<style>
/* The space of a tool, not of an article */
.stMainBlockContainer { padding: 3.6rem 1.25rem 1rem; max-width: none; }
.stSidebar [data-testid="stSidebarHeader"] { height: 2.4rem; padding-block: .2rem; margin-bottom: 0; }
.stSidebar [data-testid="stSidebarContent"] { padding-inline: .9rem; }
.stSidebar [data-testid="stSidebarUserContent"] { padding: 0 0 1rem; }
.stApp [data-testid="stTabPanel"] { padding-top: .5rem; }
.stApp [data-testid="stCaptionContainer"] code { color: inherit; }
.stApp [data-testid="stWidgetLabel"] { min-height: 1.25rem; margin-bottom: .1rem; }
.stApp [data-testid="stWidgetLabel"] p { font-size: .93rem; }
.stApp [data-testid="stTextInputRootElement"] { height: 2.2rem; min-height: 2.2rem; }
.stApp [data-testid="stCaptionContainer"], .stApp [data-testid="stCaptionContainer"] p { margin: 0; }
.stApp [data-testid="stCaptionContainer"] p { font-size: .86rem; line-height: 1.35; }
.stApp [data-testid="stAlertContainer"] { padding: .4rem .6rem; min-height: 0; }
.stApp [data-testid="stAlertContainer"] p { font-size: .9rem; line-height: 1.4; }
.stApp [data-testid="stButtonGroup"] button { min-height: 2rem; padding-block: .1rem; }
.stApp [data-testid="stTabs"] [role="tab"] { padding-block: .3rem; }
.stApp pre code { line-height: 1.5; }

/* The help of a field belongs to the field above it */
.st-key-form .stElementContainer:has(> .stMarkdown [data-testid="stCaptionContainer"]),
.st-key-target .stElementContainer:has(> .stMarkdown [data-testid="stCaptionContainer"]) { margin-top: -.3rem; }
.st-key-form .stMarkdown [data-testid="stCaptionContainer"] code { margin-right: .3em; }

/* Buttons that show only their icon keep their words for those who do not see it */
[class*="st-key-drop-"] [data-testid="stMarkdownContainer"] {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
}
[class*="st-key-drop-"] button { min-height: 1.6rem; padding: .1rem .3rem; }
[class*="st-key-part-title-"], [class*="st-key-part-held-"], [class*="st-key-kept-"] { flex-wrap: nowrap; }
[class*="st-key-part-held-"] { margin-bottom: -.3rem; }
/* The ways back stand in a line of text */
:is(.st-key-further, .st-key-form-overridden, .st-key-removed-parts, .st-key-raw-bar, .st-key-raw-bytes) button,
[class*="st-key-raw-back-"] button { min-height: 1.6rem; padding: .1rem .3rem; }
[class*="st-key-raw-back-"], .st-key-raw-bytes { margin-top: -.35rem; }
.st-key-form-overridden { gap: 0 .6rem; }
/* The limit that the upload field names is the transport's; ours stands below it */
.st-key-form [data-testid="stFileUploaderDropzoneInstructions"] { display: none; }
.st-key-form [data-testid="stFileUploaderDropzone"] { padding: .3rem .5rem; min-height: 0; }

/* Target */
.st-key-target { gap: .6rem; padding-top: .3rem; }
.st-key-target [data-testid="stButtonGroup"] button { padding-inline: .45rem; }
.st-key-headers-title { justify-content: space-between; }

/* Combination */
.st-key-controls > :has(> .st-key-menus), .st-key-controls > .st-key-menus { margin-left: auto; }
.st-key-menus button { min-height: 2rem; padding: .1rem .5rem; }
.st-key-difference { margin-top: -.5rem; }

/* Conversation */
.st-key-thread [data-testid="stChatMessage"] { padding: .5rem .7rem; gap: .6rem; }
.st-key-thread [data-testid="stChatMessage"] [data-testid^="stChatMessageAvatar"] { width: 1.5rem; height: 1.5rem; }
.st-key-thread [data-testid="stText"] { white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.55; }
.st-key-thread [data-testid="stChatMessageContent"] .stVerticalBlock { gap: .2rem; }
.st-key-next-turn { max-width: 60rem; }

/* Order and panes */
.st-key-work { display: grid; grid-template-columns: minmax(0, 1fr); gap: .6rem 1rem; }
.st-key-sendbar {
  position: sticky; bottom: 0; z-index: 20; padding-block: .4rem; background: Canvas;
  border-top: 1px solid rgba(128, 128, 128, .25);
}
.st-key-request [data-testid="stTabPanel"] > .stVerticalBlock { gap: .3rem; }
.st-key-request-code { --code-height: 60vh; }
.st-key-request-code pre { max-height: 60vh; overflow: auto; padding: .6rem .8rem; }
.st-key-request-code [data-testid="stText"] {
  max-height: 60vh; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere;
  font-family: ui-monospace, monospace; font-size: .85rem; line-height: 1.5;
}
.st-key-reply-text { max-height: 60vh; overflow: auto; }
.st-key-reply-text [data-testid="stText"] { white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.55; }
@media (min-width: 1000px) {
  .st-key-work { grid-template-columns: minmax(0, 46fr) minmax(0, 54fr); }
  .st-key-work > :has(> .st-key-form) { grid-area: 1 / 1; }
  .st-key-work > :has(> .st-key-request) { grid-area: 1 / 2; }
  .st-key-work > :has(> .st-key-sendbar) { grid-area: 2 / 1 / 3 / 3; position: static; }
  .st-key-work > :has(> .st-key-reply) { grid-area: 3 / 1 / 4 / 3; }
  .st-key-work .st-key-form, .st-key-work .st-key-request {
    height: clamp(23rem, 55vh, 46rem); overflow: auto; padding: 0 .4rem .2rem .1rem; flex: none;
  }
  .st-key-work .st-key-form > *, .st-key-work .st-key-request > * { flex-shrink: 0; }
  .st-key-request [data-testid="stTabPanel"] > .stVerticalBlock { gap: .3rem; }
  .st-key-request-code { --code-height: calc(clamp(23rem, 55vh, 46rem) - 8.5rem); }
  .st-key-request-code pre, .st-key-request-code [data-testid="stText"] {
    max-height: calc(clamp(23rem, 55vh, 46rem) - 8.5rem);
  }
}
</style>
"""


def apply() -> None:
    """Put the style into the page."""
    st.html(_CSS)

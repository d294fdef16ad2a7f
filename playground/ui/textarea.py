"""A text area that reports every keystroke.

Streamlit's own reports only when it is left, so the preview would lag behind. The browser owns the text: the server's
value is written into it only when the form was filled anew (its generation grew), never while somebody types, so
nothing can be clobbered and the caret stays. What was typed carries its generation: a report that was under way while
the form was filled anew is recognised as stale.

A text area that can be submitted takes Ctrl+Enter (on a Mac Cmd+Enter) for itself and reports its text with it. It
stops the key there, because the page has a shortcut of the same keys that sends something else.

A browser's text area knows only LF. A text whose line ends are all CRLF is reported with CRLF again, so that typing
one letter into somebody's exact body does not change its other bytes.
"""

from collections.abc import Callable

import streamlit as st

from playground.locale import _

HEAD_HTML = '<div class="head"><label for="area"><span class="label"></span></label></div>'
FOOT_HTML = """
  <p class="problem" id="problem" role="alert" hidden><span></span> <button type="button" hidden></button></p>
  <p class="help" id="help"><code></code><span></span></p>
"""
AREA_HTML = """
  <textarea id="area" spellcheck="false" autocapitalize="off" autocomplete="off"
    aria-describedby="help problem"></textarea>
"""

CSS = """
.field {
  font-family: var(--st-font); color: var(--st-text-color);
  --muted: color-mix(in srgb, var(--st-text-color) 60%, transparent);
}
.head { display: flex; align-items: baseline; justify-content: space-between; gap: .5rem; margin-bottom: .1rem; }
label { display: block; font-size: .93rem; line-height: 1.4; }
textarea {
  display: block; box-sizing: border-box; width: 100%; resize: vertical; margin: 0;
  min-height: 2.2rem; max-height: 26rem; padding: .38rem .7rem; overflow: auto;
  font: inherit; font-size: .93rem; line-height: 1.45; color: inherit;
  background: var(--st-secondary-background-color); border: 1px solid var(--st-widget-border-color);
  border-radius: var(--st-base-radius); field-sizing: content; overflow-wrap: anywhere;
}
textarea.code { font-family: var(--st-code-font); font-size: .88rem; }
textarea.single { resize: none; }
textarea:focus { outline: none; border-color: var(--st-primary-color); }
textarea[aria-invalid="true"] { border-color: var(--st-red-color); }
textarea::placeholder { color: var(--muted); }
.help, .problem { margin: .2rem 0 0; font-size: .86rem; line-height: 1.35; color: var(--muted); }
.help code { font-family: var(--st-code-font); font-size: .75em; margin-right: .55em; padding: .2em .3em;
  background: var(--st-secondary-background-color); border-radius: .25rem; }
.help code:empty { display: none; }
.problem { color: var(--st-red-text-color); }
button { font: inherit; color: inherit; background: none; border: 0; padding: 0; cursor: pointer; }
button:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 1px; }
.problem button { text-decoration: underline; }
[hidden] { display: none !important; }
"""
"""The look of a field of ours, for the other components too."""

AREA_JS = r"""
const onlyCrlf = (text) => text.includes("\r\n") && !/(^|[^\r])\n|\r(?!\n)/.test(text);

// The words around a field: label, help, and what is wrong with it.
const describe = (root, data, control) => {
  root.querySelector(".label").textContent = data.label;
  root.querySelector(".help code").textContent = data.name;
  root.querySelector(".help span").textContent = data.help;
  const problem = root.querySelector(".problem");
  problem.querySelector("span").textContent = data.problem;
  problem.hidden = !data.problem;
  control.setAttribute("aria-label", data.label);
  control.setAttribute("aria-invalid", data.problem ? "true" : "false");
  const place = /line (\d+) column (\d+)/.exec(data.problem);
  const go = problem.querySelector("button");
  go.hidden = !place || control.tagName !== "TEXTAREA";
  go.textContent = data.words.go;
  go.onclick = () => {
    const lines = control.value.split("\n"), row = Number(place[1]) - 1;
    const before = lines.slice(0, row).reduce((sum, line) => sum + line.length + 1, 0);
    // The column counts characters, a text area counts UTF-16 units.
    const at = before + Array.from(lines[row] ?? "").slice(0, Number(place[2]) - 1).join("").length;
    control.focus();
    control.setSelectionRange(at, Math.min(at + 1, control.value.length));
  };
};

// One text area. `report` is called with the whole text, `submit` too where Ctrl+Enter shall send it.
const writeArea = (area, data, report, submit) => {
  area.placeholder = data.placeholder;
  area.rows = data.rows;
  area.classList.toggle("code", data.code);
  area.classList.toggle("single", Boolean(data.single));
  area.style.minHeight = data.rows > 1 ? `${data.rows * 1.4 + 0.9}rem` : "";
  const grow = () => {
    if (CSS.supports("field-sizing", "content")) return;
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight + 2}px`;
  };
  if (area.dataset.generation !== String(data.generation)) {
    area.dataset.generation = String(data.generation);
    area.crlf = onlyCrlf(data.value);
    const shown = data.value.replace(/\r\n?/g, "\n");
    if (area.value !== shown) area.value = shown;
    grow();
    if (data.focus) { area.focus(); area.scrollIntoView({ block: "center" }); }
  }
  const text = () => area.crlf ? area.value.replaceAll("\n", "\r\n") : area.value;
  const say = () => report(text());
  area.oninput = () => {
    grow();
    clearTimeout(area.later);
    // A long text is not sent over with each key, only when the keys rest.
    if (area.value.length < 50000) say(); else area.later = setTimeout(() => { area.later = 0; say(); }, 200);
  };
  // Ctrl+Enter sends: what was typed must be there before it does.
  const flush = () => { if (area.later) { clearTimeout(area.later); area.later = 0; say(); } };
  area.onblur = flush;
  area.onkeydown = (event) => {
    if (event.ctrlKey || event.metaKey) flush();
    if (submit && event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.isComposing) {
      event.preventDefault();
      event.stopPropagation();  // it must not reach the page's own Ctrl+Enter
      if (!event.repeat) submit(text());
      return;
    }
    if (data.single && event.key === "Enter" && !event.isComposing) event.preventDefault();
  };
};
"""
"""`describe` and `writeArea`, for the other components too."""

_JS = (
    AREA_JS
    + """
export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  const area = parentElement.querySelector("textarea");
  describe(parentElement, data, area);
  const say = (text) => setStateValue("typed", { generation: data.generation, text });
  const submit = (text) => setTriggerValue("submitted", { generation: data.generation, text });
  writeArea(area, data, say, data.submits ? submit : undefined);
}
"""
)

_component = st.components.v2.component(
    "playground.textarea", html=f'<div class="field">{HEAD_HTML}{AREA_HTML}{FOOT_HTML}</div>', css=CSS, js=_JS
)


def textarea(
    label: str,
    *,
    key: str,
    value: str,
    generation: int | str,
    on_typed: Callable[[str], None],
    submit: Callable[[str], None] | None = None,
    name: str = "",
    help: str = "",
    placeholder: str = "",
    problem: str = "",
    rows: int = 1,
    code: bool = False,
    focus: bool = False,
    single: bool = False,
) -> None:
    """Show the text area. `on_typed` is called with the whole text after each change.

    `value` counts when the area appears and when `generation` differs from the one it last showed; with `focus` the
    caret then stands in it. `single`: a text of one line, where Enter does nothing. `submit` is called with the whole
    text when Ctrl+Enter is pressed in it; without it the key is the page's.
    """

    def report() -> None:
        # Another callback of the same run may have filled the form anew and dropped the key.
        typed = st.session_state.get(key, {}).get("typed")
        if typed is not None and typed["generation"] == generation:
            on_typed(typed["text"])

    def submitted() -> None:
        given = st.session_state.get(key, {}).get("submitted")
        if submit is not None and given is not None and given["generation"] == generation:
            submit(given["text"])

    _component(
        key=key,
        data={
            "label": label,
            "name": name,
            "help": help,
            "placeholder": placeholder,
            "problem": problem,
            "value": value,
            "generation": generation,
            "rows": rows,
            "code": code,
            "focus": focus,
            "single": single,
            "submits": submit is not None,
            "words": {"go": _("Show where")},
        },
        on_typed_change=report,
        on_submitted_change=submitted,
    )

"""A text area that reports every keystroke.

Streamlit's own reports only when it is left, so the preview would lag behind. The browser owns the text: the server's
value is written into it only when the form was filled anew (its generation grew), never while somebody types, so
nothing can be clobbered and the caret stays. What was typed carries its generation: a report that was under way while
the form was filled anew is recognised as stale.
"""

from collections.abc import Callable

import streamlit as st

_HTML = """
<div class="field">
  <label for="area"><span class="label"></span></label>
  <textarea id="area" spellcheck="false" autocapitalize="off" autocomplete="off"
    aria-describedby="help problem"></textarea>
  <p class="problem" id="problem" role="alert" hidden></p>
  <p class="help" id="help"><code></code><span></span></p>
</div>
"""

_CSS = """
.field {
  font-family: var(--st-font); color: var(--st-text-color);
  --muted: color-mix(in srgb, var(--st-text-color) 60%, transparent);
}
label { display: block; font-size: .93rem; line-height: 1.4; margin-bottom: .1rem; }
textarea {
  display: block; box-sizing: border-box; width: 100%; resize: vertical; margin: 0;
  min-height: 2.2rem; max-height: 26rem; padding: .38rem .7rem; overflow: auto;
  font: inherit; font-size: .93rem; line-height: 1.45; color: inherit;
  background: var(--st-secondary-background-color); border: 1px solid var(--st-widget-border-color);
  border-radius: var(--st-base-radius); field-sizing: content; overflow-wrap: anywhere;
}
textarea.code { font-family: var(--st-code-font); font-size: .88rem; }
textarea:focus { outline: none; border-color: var(--st-primary-color); }
textarea[aria-invalid="true"] { border-color: var(--st-red-color); }
textarea::placeholder { color: var(--muted); }
.help, .problem { margin: .2rem 0 0; font-size: .86rem; line-height: 1.35; color: var(--muted); }
.help code { font-family: var(--st-code-font); font-size: .75em; margin-right: .55em; padding: .2em .3em;
  background: var(--st-secondary-background-color); border-radius: .25rem; }
.problem { color: var(--st-red-text-color); }
[hidden] { display: none; }
"""

_JS = """
export default function ({ data, parentElement, setStateValue }) {
  const area = parentElement.querySelector("textarea");
  parentElement.querySelector(".label").textContent = data.label;
  parentElement.querySelector(".help code").textContent = data.name;
  parentElement.querySelector(".help span").textContent = data.help;
  const problem = parentElement.querySelector(".problem");
  problem.textContent = data.problem;
  problem.hidden = !data.problem;
  area.setAttribute("aria-label", data.label);
  area.setAttribute("aria-invalid", data.problem ? "true" : "false");
  area.placeholder = data.placeholder;
  area.rows = data.rows;
  area.classList.toggle("code", data.code);
  area.style.minHeight = data.rows > 1 ? `${data.rows * 1.4 + 0.9}rem` : "";

  const grow = () => {
    if (CSS.supports("field-sizing", "content")) return;
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight + 2}px`;
  };
  if (area.dataset.generation !== String(data.generation)) {
    area.dataset.generation = String(data.generation);
    if (area.value !== data.value) area.value = data.value;
    grow();
    if (data.focus) { area.focus(); area.scrollIntoView({ block: "center" }); }
  }
  const report = () => setStateValue("typed", { generation: data.generation, text: area.value });
  area.oninput = () => {
    grow();
    clearTimeout(area.later);
    // A long text is not sent over with each key, only when the keys rest.
    if (area.value.length < 50000) report(); else area.later = setTimeout(() => { area.later = 0; report(); }, 200);
  };
  // Ctrl+Enter sends: what was typed must be there before it does.
  const flush = () => { if (area.later) { clearTimeout(area.later); area.later = 0; report(); } };
  area.onblur = flush;
  area.onkeydown = (event) => { if (event.ctrlKey || event.metaKey) flush(); };
}
"""

_component = st.components.v2.component("playground.textarea", html=_HTML, css=_CSS, js=_JS)


def textarea(
    label: str,
    *,
    key: str,
    value: str,
    generation: int,
    on_typed: Callable[[str], None],
    name: str = "",
    help: str = "",
    placeholder: str = "",
    problem: str = "",
    rows: int = 1,
    code: bool = False,
    focus: bool = False,
) -> None:
    """Show the text area. `on_typed` is called with the whole text after each change.

    `value` counts when the area appears and when `generation` differs from the one it last showed; with `focus` the
    caret then stands in it.
    """

    def report() -> None:
        # Another callback of the same run may have filled the form anew and dropped the key.
        typed = st.session_state.get(key, {}).get("typed")
        if typed is not None and typed["generation"] == generation:
            on_typed(typed["text"])

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
        },
        on_typed_change=report,
    )

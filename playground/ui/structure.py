"""A list typed as tags, or an object typed as rows of name and value; either can be typed as JSON text instead.

One component for each, because each widget that is drawn costs time at every key. As with the text area the browser
owns what is typed, and the generation guards it: the server's value is taken only when the form was filled anew.
What is being typed into the empty end of a list counts as its last entry, so that the request shows it at once.
"""

from collections.abc import Callable, Sequence
from typing import Literal

import streamlit as st

from playground.locale import _
from playground.ui import textarea

Mode = Literal["tags", "rows", "json"]
Nothing = Literal["absent", "empty", ""]
"""That nothing is held: it is not sent, or it is sent empty."""

_HTML = f"""
<div class="field">
  <div class="head"><label for="area"><span class="label"></span></label><button class="switch" type="button"></button></div>
  <ul class="tags" hidden>
    <li class="entry"><input type="text" spellcheck="false" autocapitalize="off" autocomplete="off"
      aria-describedby="help problem"></li>
  </ul>
  <div class="rows" hidden></div>
  {textarea.AREA_HTML}
  <p class="empty" hidden><button class="add" type="button"></button> <span></span> <button class="set" type="button"></button></p>
  <div class="choices" role="group" hidden></div>
  {textarea.FOOT_HTML}
  <p class="news" role="status"></p>
</div>
"""  # noqa: E501

_CSS = (
    textarea.CSS
    + """
.switch, .add, .set { color: var(--st-link-color, var(--st-primary-color)); font-size: .84rem; white-space: nowrap; }
.add { font-size: .93rem; margin-right: .4rem; }
.tags {
  display: flex; flex-wrap: wrap; gap: .25rem; align-items: center; margin: 0; padding: .24rem .35rem; list-style: none;
  min-height: 2.2rem; max-height: 16rem; overflow: auto; box-sizing: border-box; cursor: text;
  background: var(--st-secondary-background-color); border: 1px solid var(--st-widget-border-color);
  border-radius: var(--st-base-radius);
}
.tags:focus-within, .row input:focus { border-color: var(--st-primary-color); outline: none; }
.tag { display: flex; max-width: 100%; box-sizing: border-box; border-radius: .3rem;
  background: color-mix(in srgb, var(--st-primary-color) 14%, var(--st-background-color)); }
.tag .edit { padding: .1rem .1rem .1rem .45rem; text-align: left; font-size: .9rem; line-height: 1.45;
  white-space: pre-wrap; overflow-wrap: anywhere; cursor: text; }
.tag .none { color: var(--muted); font-style: italic; }
.tag .blank { background: color-mix(in srgb, var(--st-orange-color) 45%, transparent); white-space: pre; }
.drop { padding: 0 .4rem; color: var(--muted); font-size: 1rem; line-height: 1; border-radius: .3rem; }
.drop:hover { color: var(--st-red-text-color); }
.entry { flex: 1 1 7rem; min-width: 4rem; }
input { font: inherit; font-size: .93rem; color: inherit; box-sizing: border-box; width: 100%; min-width: 0; }
input::placeholder { color: var(--muted); }
.entry input { padding: .1rem .3rem; border: 0; outline: 0; background: none; }
.row { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr) auto; gap: .25rem; margin-bottom: .25rem;
  align-items: center; }
.row input { height: 2.2rem; padding: 0 .6rem; background: var(--st-secondary-background-color);
  border: 1px solid var(--st-widget-border-color); border-radius: var(--st-base-radius); }
.row .value.code { font-family: var(--st-code-font); font-size: .88rem; }
.row[data-bad="true"] input { border-color: var(--st-red-color); }
.row .kind { grid-column: 2; font-size: .8rem; line-height: 1.2; color: var(--muted); }
.row .kind:empty { display: none; }
.row[data-bad="true"] .kind { color: var(--st-red-text-color); grid-column: 1 / 3; }
.row .drop { min-height: 2rem; }
.empty { margin: .15rem 0 0; font-size: .86rem; color: var(--muted); }
.choices { display: flex; flex-wrap: wrap; gap: .25rem; margin-top: .25rem; }
.choices button { font-size: .84rem; padding: .05rem .45rem; border: 1px solid var(--st-widget-border-color);
  border-radius: 1rem; }
.choices button[aria-pressed="true"] { border-color: var(--st-primary-color);
  background: color-mix(in srgb, var(--st-primary-color) 14%, transparent); }
.news { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); margin: 0; }
"""
)

_JS = (
    textarea.AREA_JS
    + r"""
const make = (name, className, text) => {
  const made = document.createElement(name);
  made.className = className;
  if (name === "button") made.type = "button";
  if (text !== undefined) made.textContent = text;
  return made;
};
const named = (words, name) => words.replace("{name}", () => name);

// A list. The elements are the model: each tag holds its text, the entry what is being typed.
const writeTags = (root, data, anew, report) => {
  const box = root.querySelector(".tags"), entry = box.querySelector(".entry"), input = entry.firstElementChild;
  const news = root.querySelector(".news");
  const items = () => [...box.children].flatMap((item) =>
    item !== entry ? [item.text] : input.value ? [input.value] : []);
  const tell = () => { box.holds = items(); report(box.holds); };
  const take = (item) => {
    news.textContent = named(data.words.removed, item.text);
    item.remove();
    tell();
  };
  const tag = (text) => {
    const item = make("li", "tag");
    item.text = text;
    const edit = make("button", "edit");
    const [, before, middle, after] = /^(\s*)([^]*?)(\s*)$/.exec(text);
    if (!text) edit.append(make("span", "none", data.words.blank));
    for (const [part, name] of [[before, "blank"], [middle, ""], [after, "blank"]])
      if (part) edit.append(name ? make("span", name, part) : part);
    edit.title = data.words.edit;
    // An input of one line cannot hold a line break.
    edit.disabled = /[\r\n]/.test(text);
    edit.onclick = () => { settle(); item.replaceWith(entry); input.value = text; input.focus(); tell(); };
    const drop = make("button", "drop", "×");
    drop.setAttribute("aria-label", named(data.words.remove, text));
    drop.title = data.words.remove_title;
    drop.onclick = () => { take(item); input.focus(); };
    item.append(edit, drop);
    return item;
  };
  const settle = () => {  // what was typed becomes a tag; the entry goes back to the end
    if (input.value) { entry.before(tag(input.value)); input.value = ""; }
    if (box.lastElementChild !== entry) {
      const focused = root.querySelector(":focus") === input;
      box.append(entry);
      if (focused) input.focus();
    }
  };
  if (anew) {
    for (const item of box.querySelectorAll(".tag")) item.remove();
    box.append(entry);
    input.value = "";
    entry.before(...data.items.map(tag));
    box.holds = data.items;
  }
  input.placeholder = items().length ? "" : data.placeholder;
  input.oninput = tell;
  input.onkeydown = (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      settle();
      box.scrollTop = box.scrollHeight;
    } else if (event.key === "Backspace" && !input.value && entry.previousElementSibling) {
      event.preventDefault();
      take(entry.previousElementSibling);
    }
  };
  // The way out of the field by a click on one of its own buttons must not move that button away before the click.
  input.onblur = (event) => { if (!box.contains(event.relatedTarget)) settle(); };
  input.onpaste = (event) => {
    const text = event.clipboardData.getData("text/plain");
    if (!/[\r\n]/.test(text)) return;
    event.preventDefault();
    const whole = input.value.slice(0, input.selectionStart) + text + input.value.slice(input.selectionEnd);
    entry.before(...whole.split(/\r\n|\r|\n/).filter(Boolean).map(tag));
    input.value = "";
    settle();
    tell();
  };
  box.onclick = (event) => { if (event.target === box) input.focus(); };
  const choices = root.querySelector(".choices");
  choices.hidden = !data.choices.length;
  choices.setAttribute("aria-label", named(data.words.offered, data.label));
  const offered = JSON.stringify(data.choices);
  if (choices.dataset.offered !== offered) {
    choices.dataset.offered = offered;
    choices.replaceChildren(...data.choices.map((choice) => make("button", "choice", choice)));
  }
  const held = box.holds ?? [];
  for (const button of choices.children) {
    button.setAttribute("aria-pressed", held.includes(button.textContent) ? "true" : "false");
    button.onclick = () => {
      settle();
      const there = [...box.querySelectorAll(".tag")].find((item) => item.text === button.textContent);
      if (there) take(there); else { entry.before(tag(button.textContent)); tell(); }
    };
  }
  return input;
};

// An object: a row for each name. Values are reported as the texts that they are typed as.
const writeRows = (root, data, anew, report) => {
  const box = root.querySelector(".rows");
  const rows = () => [...box.children].map((row) => [...row.querySelectorAll("input")].map((input) => input.value));
  const tell = () => report(rows());
  const number = () => [...box.children].forEach((row, index) => {
    const [name, value] = row.querySelectorAll("input");
    const of = (words) => words.replace("{label}", () => data.label).replace("{number}", index + 1);
    name.setAttribute("aria-label", of(data.words.row_name));
    value.setAttribute("aria-label", of(data.words.row_value));
    row.querySelector(".drop").setAttribute("aria-label", of(data.words.row_remove));
  });
  const add = (name, value) => {
    const row = make("div", "row");
    for (const [kind, text] of [["name", name], ["value", value]]) {
      const input = make("input", kind);
      Object.assign(input, { type: "text", spellcheck: false, autocomplete: "off", value: text, oninput: tell });
      input.setAttribute("autocapitalize", "off");
      input.setAttribute("aria-describedby", "problem");
      input.classList.toggle("code", data.code && kind === "value");
      input.placeholder = data.words[kind];
      input.onkeydown = (event) => {
        if (event.key !== "Enter" || event.isComposing || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        if (kind === "name") input.nextElementSibling.focus();
        else (row.nextElementSibling ?? add("", "")).querySelector(".name").focus();
      };
      row.append(input);
    }
    const drop = make("button", "drop", "×");
    drop.title = data.words.remove_title;
    drop.onclick = () => {
      const next = row.nextElementSibling ?? row.previousElementSibling;
      row.remove();
      number();
      (next?.querySelector(".name") ?? root.querySelector(".add")).focus();
      tell();
    };
    row.append(drop, make("span", "kind"));
    box.append(row);
    number();
    return row;
  };
  if (anew) {
    box.replaceChildren();
    for (const [name, value] of data.rows) add(name, value);
  }
  const shown = rows();
  [...box.children].forEach((row, index) => {
    // A hint is about what the server has read; what was typed since gets its own in a moment.
    const hint = data.hints.find((each) => each.row[0] === shown[index][0] && each.row[1] === shown[index][1]);
    if (!hint && shown[index].some(Boolean)) return;
    row.dataset.bad = hint?.problem ? "true" : "false";
    row.querySelector(".kind").textContent = hint ? hint.problem || hint.kind : "";
    for (const input of row.querySelectorAll("input")) input.setAttribute("aria-invalid", row.dataset.bad);
  });
  root.querySelector(".add").onclick = () => { add("", "").querySelector(".name").focus(); };
  return box;
};

export default function ({ data, parentElement: root, setStateValue, setTriggerValue }) {
  const say = (what) => setStateValue("typed", { generation: data.generation, ...what });
  const anew = root.firstElementChild.dataset.generation !== String(data.generation);
  root.firstElementChild.dataset.generation = String(data.generation);
  const area = root.querySelector("textarea"), is = (mode) => data.mode === mode;
  root.querySelector(".tags").hidden = !is("tags");
  root.querySelector(".rows").hidden = !is("rows");
  root.querySelector(".choices").hidden = true;
  area.hidden = !is("json");
  let control = area;
  if (is("tags")) control = writeTags(root, data, anew, (items) => say({ items }));
  else if (is("rows")) control = writeRows(root, data, anew, (rows) => say({ rows }));
  else writeArea(area, { ...data, rows: 2, code: true }, (text) => say({ text }));
  describe(root, data, control);
  // One control has the label; a click on the label goes into it.
  const entry = root.querySelector(".entry input"), box = root.querySelector(".rows");
  const label = root.querySelector("label");
  for (const each of [area, entry, box]) if (each !== control) each.removeAttribute("aria-label");
  entry.id = "entry";
  box.setAttribute("role", "group");
  label.htmlFor = is("json") ? "area" : is("tags") ? "entry" : "";

  const other = root.querySelector(".switch");
  other.hidden = !data.other;
  if (data.other) {
    other.textContent = data.words[is("json") ? data.other : "json"];
    other.setAttribute("aria-label", named(data.words.switch, data.label).replace("{as}", other.textContent));
  } else other.removeAttribute("aria-label");
  other.onclick = () => setTriggerValue("asked", is("json") ? data.other : "json");

  const empty = root.querySelector(".empty"), add = empty.querySelector(".add"), set = empty.querySelector(".set");
  empty.hidden = is("json") || !(is("rows") || data.state);
  add.hidden = !is("rows");
  add.textContent = data.words.add;
  empty.querySelector("span").textContent = data.state === "empty" ? data.words.sent_empty
    : data.state === "absent" ? data.words.not_sent : "";
  set.hidden = !data.state;
  set.textContent = data.state === "empty" ? data.words.do_not_send : data.words.send_empty;
  for (const button of [add, set]) button.setAttribute("aria-label", `${data.label}: ${button.textContent}`);
  set.onclick = () => setTriggerValue("asked", data.state === "empty" ? "absent" : "empty");
}
"""
)

_component = st.components.v2.component("playground.structure", html=_HTML, css=_CSS, js=_JS)


def _words() -> dict[str, str]:
    return {
        "go": _("Show where"),
        "json": _("as JSON"),
        "tags": _("as tags"),
        "rows": _("as rows"),
        "switch": _("{name} {as}"),
        "removed": _("Removed: {name}"),
        "remove": _("Remove {name}"),
        "remove_title": _("Remove"),
        "edit": _("Change it"),
        "blank": _("empty text"),
        "offered": _("{name}: common entries"),
        "name": _("Name"),
        "value": _("Value"),
        "row_name": _("{label}: name {number}"),
        "row_value": _("{label}: value {number}"),
        "row_remove": _("{label}: remove row {number}"),
        "add": _("+ Add"),
        "not_sent": _("Not sent."),
        "sent_empty": _("Sent as it is: empty."),
        "send_empty": _("Send it empty"),
        "do_not_send": _("Do not send it"),
    }


def structure(
    label: str,
    *,
    key: str,
    mode: Mode,
    other: Mode | None,
    generation: int | str,
    on_items: Callable[[list[str]], None] | None = None,
    on_rows: Callable[[list[tuple[str, str]]], None] | None = None,
    on_text: Callable[[str], None] | None = None,
    on_asked: Callable[[str], None] | None = None,
    items: Sequence[str] = (),
    rows: Sequence[tuple[str, str]] = (),
    hints: Sequence[dict[str, object]] = (),
    text: str = "",
    state: Nothing = "",
    choices: Sequence[str] = (),
    name: str = "",
    help: str = "",
    placeholder: str = "",
    problem: str = "",
    code: bool = False,
) -> None:
    """Show the editor in one of its modes, with the way to the `other` one.

    `items`, `rows` or `text` is what it holds, taken up when `generation` is a new one. `hints` say of rows what each
    is sent as: `{"row": [name, value], "kind", "problem"}`. `state` says that nothing is held: not sent, or sent empty.
    `choices` are entries that one click adds or removes. The callbacks get all that is typed after each change;
    `on_asked` gets `tags`, `rows` or `json` (the mode that is wanted), `empty` or `absent`.
    """

    def report() -> None:
        # Another callback of the same run may have filled the form anew and dropped the key.
        typed = st.session_state.get(key, {}).get("typed")
        if typed is None or typed["generation"] != generation:
            return
        if on_items is not None and "items" in typed:
            on_items(list(typed["items"]))
        if on_rows is not None and "rows" in typed:
            on_rows([(row[0], row[1]) for row in typed["rows"]])
        if on_text is not None and "text" in typed:
            on_text(typed["text"])

    def asked() -> None:
        what = st.session_state.get(key, {}).get("asked")
        if on_asked is not None and what is not None:
            on_asked(what)

    _component(
        key=key,
        data={
            "label": label,
            "name": name,
            "help": help,
            "placeholder": placeholder,
            "problem": problem,
            "mode": mode,
            "other": other,
            "items": list(items),
            "rows": [list(row) for row in rows],
            "hints": list(hints),
            "value": text,
            "state": state,
            "choices": list(choices),
            "code": code,
            "generation": generation,
            "words": _words(),
        },
        on_typed_change=report,
        on_asked_change=asked,
    )

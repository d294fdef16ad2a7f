"""Code that changes while somebody looks at it: only the lines that differ are written anew.

Streamlit's own code element loads a highlighter of 1.6 MB, which kept the first page waiting for a second, and renders
the whole text at each keystroke. Here the other lines' nodes stay, and with them the place it is scrolled to and what
is selected. The text is only ever written as text. Copy gives the exact characters, trailing blanks and CRs too, and
works without the permission for the clipboard.
"""

import streamlit as st

from playground.locale import _
from playground.ui.clipboard import CLIPBOARD_JS

_HTML = """
<div class="view">
  <pre tabindex="0" role="region"><code></code></pre>
  <button type="button"><span aria-hidden="true"></span></button>
  <span class="said" role="status"></span>
</div>
"""

_CSS = """
.view { position: relative; font-family: var(--st-code-font); color: var(--st-code-text-color, var(--st-text-color)); }
pre {
  margin: 0; padding: .6rem .8rem; overflow: auto; max-height: var(--code-height, 60vh); box-sizing: border-box;
  font-family: inherit; font-size: var(--st-code-font-size, .88rem); line-height: 1.5; tab-size: 4;
  white-space: pre-wrap; overflow-wrap: anywhere;
  background: var(--st-code-background-color, var(--st-secondary-background-color));
  border-radius: var(--st-base-radius);
}
pre:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: -2px; }
code { font: inherit; }
.line { display: block; }
.line.changed { background: color-mix(in srgb, var(--st-primary-color) 14%, transparent); }
.name { color: var(--st-blue-text-color); }
.string { color: var(--st-green-text-color); }
.number { color: var(--st-orange-text-color); }
.word { color: var(--st-violet-text-color); }
button {
  position: absolute; top: .35rem; right: .35rem; width: 1.9rem; height: 1.9rem; padding: 0; cursor: pointer;
  opacity: 0; color: inherit; background: var(--st-background-color); border-radius: var(--st-base-radius);
  border: 1px solid var(--st-widget-border-color, color-mix(in srgb, currentcolor 25%, transparent));
}
.view:hover button, button:focus-visible, button.done { opacity: 1; }
button:hover, button:focus-visible { border-color: var(--st-primary-color); color: var(--st-primary-color); }
@media (hover: none) { button { opacity: .8; } }
.said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
"""

_JS = r"""
const VIEWS = new WeakMap();
// A name before a colon, a text, a number, an option or a word that stands for a value: the same in curl, HTTP, JSON.
const TOKEN = new RegExp([
  /("(?:[^"\\]|\\.)*")(\s*:)?/,
  /(?<![\w.$:/-])(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.-])/,
  /(?<![\w-])(--?[a-zA-Z][\w-]*|true|false|null|curl)(?![\w-])/,
].map((one) => one.source).join("|"), "g");

function write(line, text, colored) {
  line.replaceChildren();
  let done = 0;
  const add = (name, from, to) => {
    if (from > done) line.append(text.slice(done, from));
    const piece = document.createElement("span");
    piece.className = name;
    piece.textContent = text.slice(from, to);
    line.append(piece);
    done = to;
  };
  if (colored && text.length < 5000) {
    for (const found of text.matchAll(TOKEN)) {
      const [, quoted, colon, number, word] = found;
      const end = found.index + (quoted ?? number ?? word).length;
      add(quoted ? (colon ? "name" : "string") : number ? "number" : "word", found.index, end);
    }
  }
  line.append(text.slice(done));
  line.text = text;
}

class View {
  constructor(root) {
    this.code = root.querySelector("code");
    this.pre = root.querySelector("pre");
    this.button = root.querySelector("button");
    this.said = root.querySelector(".said");
    this.lines = [];
    this.button.onclick = () => this.copy();
    this.button.firstElementChild.innerHTML = COPY;
  }

  show(data) {
    this.data = data;
    this.pre.setAttribute("aria-label", data.label);
    this.button.setAttribute("aria-label", data.words.copy);
    this.button.title = data.words.copy;
    if (this.text !== data.text || this.colored !== data.colored) {
      if (this.colored !== data.colored) { this.code.replaceChildren(); this.lines = []; }
      this.text = data.text;
      this.colored = data.colored;
      this.write();
    }
    this.mark(new Set(data.changed));
  }

  write() {
    const now = this.text.split("\n").map((line, index, all) => (index < all.length - 1 ? `${line}\n` : line));
    const { lines } = this;
    let same = 0;
    while (same < lines.length && same < now.length && lines[same].text === now[same]) same += 1;
    let tail = 0;
    const most = Math.min(lines.length, now.length) - same;
    while (tail < most && lines.at(-1 - tail).text === now.at(-1 - tail)) tail += 1;
    // Between the lines that are the same at both ends: written over, then taken away or added.
    const middle = now.slice(same, now.length - tail);
    const old = lines.splice(same, lines.length - tail - same);
    const next = lines[same] ?? null;
    const fresh = middle.map((text, index) => {
      const line = old[index] ?? document.createElement("span");
      line.className = "line";
      write(line, text, this.colored);
      if (index >= old.length) this.code.insertBefore(line, next);
      return line;
    });
    for (const line of old.slice(middle.length)) line.remove();
    lines.splice(same, 0, ...fresh);
  }

  mark(changed) {
    this.lines.forEach((line, index) => line.classList.toggle("changed", changed.has(index)));
  }

  async copy() {
    const done = await copy(this.text);
    put(this.button.firstElementChild, done ? "\u2713" : "\u2717");
    put(this.said, done ? this.data.words.copied : this.data.words.refused);
    this.button.classList.add("done");
    clearTimeout(this.later);
    this.later = setTimeout(() => {
      this.button.firstElementChild.innerHTML = COPY;
      put(this.said, "");
      this.button.classList.remove("done");
    }, 1500);
  }
}

const put = (element, text) => { if (element.textContent !== text) element.textContent = text; };

export default function ({ data, parentElement }) {
  let view = VIEWS.get(parentElement);
  if (!view) {
    view = new View(parentElement.querySelector(".view"));
    VIEWS.set(parentElement, view);
  }
  view.show(data);
}
"""

_component = st.components.v2.component("playground.codeview", html=_HTML, css=_CSS, js=CLIPBOARD_JS + _JS)


def codeview(text: str, *, key: str, label: str, colored: bool = True, changed: tuple[int, ...] = ()) -> None:
    """Show a text line by line with a button that copies it. `changed` are the lines (from 0) that are marked."""
    _component(
        key=key,
        data={
            "text": text,
            "label": label,
            "colored": colored,
            "changed": list(changed),
            "words": {
                "copy": _("Copy"),
                "copied": _("Copied"),
                "refused": _("The browser does not allow it"),
            },
        },
    )

// Follows a run over one websocket and shows it: clock, strip of states, reply, list of events. All four views of a
// run share one feed, which outlives them by ten seconds, so that a switch of tab or page does not connect again.
// Text of servers is only ever written as text.

const PATIENCE = 2500; // for the first word on a connection
const ANSWER = 15000; // for an event that is asked for
const LINGER = 10000;
const BUSY = 4;
const ROW = 26;
const SPARE = 6;
const UNREACHABLE_AFTER = 4;

const FEEDS = (globalThis[Symbol.for("memorylake-playground.feeds")] ??= new Map());
const VIEWS = new WeakMap();

function address(page, name) {
  // Behind a proxy the page may stand under a prefix that our server does not know: the page's own address says it.
  let path = location.pathname.replace(/\/+$/, "");
  if (page && path.endsWith(`/${page}`)) path = path.slice(0, -page.length - 1);
  return `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}/${name}`;
}

class Feed {
  constructor(data, url) {
    Object.assign(this, { token: data.token, codes: data.codes, silence: 3 * data.beat, url, rows: [], reply: "", replaced: 0, states: [], keepAlives: 0, sent: null });
    this.counts = Object.fromEntries(data.kinds.map((kind) => [kind, 0]));
    this.outcome = null;
    this.zero = null;
    this.views = new Set();
    this.failures = 0;
    this.unreachable = false;
    this.drawn = 0;
    this.beat = setInterval(() => this.listen(), 1000);
    this.connect();
  }

  connect() {
    clearTimeout(this.again);
    this.part();
    let socket;
    try { socket = new WebSocket(this.url); } catch { this.retry(); return; }
    this.socket = socket;
    this.heard = performance.now();
    this.greeted = false;
    socket.onopen = () => socket.send(JSON.stringify({ run: this.token, after: this.rows.length }));
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.heard = performance.now();
      this.greeted = true;
      this.failures = 0;
      this.unreachable = false;
      this.take(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (event.code === this.codes.unknown) this.lose(true);
      else if (event.code !== this.codes.ended) this.retry();
    };
  }

  part() {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  retry() {
    this.failures += 1;
    if (this.failures >= UNREACHABLE_AFTER) this.lose(false);
    this.again = setTimeout(() => this.connect(), Math.min(40 * 2 ** this.failures, 4000));
  }

  lose(refused) {
    if (this.unreachable) return;
    this.unreachable = true;
    this.refused = refused;
    this.draw();
  }

  listen() {
    // A network that died says nothing: without a sign of life, begin anew. The first one is due soon.
    if (this.socket && performance.now() - this.heard > (this.greeted ? this.silence : PATIENCE)) {
      // Four such waits would leave somebody before an empty page for long.
      if (!this.greeted) this.failures += 1;
      this.part();
      this.retry();
    }
  }

  take(frame) {
    if (frame.at !== undefined) this.zero = performance.now() - frame.at;
    if (frame.rows) {
      if (frame.from > this.rows.length + 1) { this.connect(); return; } // something is missing: ask again
      for (const row of frame.rows) {
        if (row[0] !== this.rows.length + 1) continue; // it came already, before the connection broke
        this.rows.push(row);
        this.counts[row[2]] = (this.counts[row[2]] ?? 0) + 1;
      }
      this.states = frame.states;
      this.keepAlives = frame.keepAlives;
      this.sent = frame.sent;
    }
    if (frame.reply) {
      if (frame.reply.append !== undefined) this.reply += frame.reply.append;
      else { this.reply = frame.reply.text; this.replaced += 1; }
    }
    this.cut = this.cut || frame.cut === true;
    if (frame.outcome) {
      this.outcome = frame.outcome;
      this.total = frame.at;
    }
    this.schedule();
  }

  schedule() {
    const wait = this.drawn + BUSY - performance.now();
    if (wait <= 0) this.draw();
    else if (!this.later) this.later = setTimeout(() => this.draw(), wait);
  }

  draw() {
    clearTimeout(this.later);
    this.later = 0;
    for (const view of this.views) view.draw();
    this.drawn = performance.now();
  }

  get elapsed() {
    if (this.outcome) return this.total;
    return this.zero === null ? 0 : performance.now() - this.zero;
  }

  ask(question) {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(this.url);
      const late = setTimeout(() => socket.close(), ANSWER);
      socket.onopen = () => socket.send(JSON.stringify({ run: this.token, ...question }));
      socket.onmessage = (event) => resolve(event.data);
      socket.onclose = () => { clearTimeout(late); reject(new Error("closed")); };
    });
  }

  join(view) {
    clearTimeout(this.end);
    if (this.unreachable && !this.views.size) { // somebody wants it tried again
      this.unreachable = false;
      this.failures = 0;
      this.connect();
    }
    this.views.add(view);
  }

  leave(view) {
    this.views.delete(view);
    if (!this.views.size) this.end = setTimeout(() => this.drop(), LINGER);
  }

  drop() {
    FEEDS.delete(this.token);
    clearInterval(this.beat);
    clearTimeout(this.again);
    clearTimeout(this.later);
    this.part();
  }
}

const make = (tag, name, text) => {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text !== undefined) element.textContent = text;
  return element;
};

const put = (element, text) => { if (element.textContent !== text) element.textContent = text; };

const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_all, name) => values[name]);

function seconds(ms) {
  if (ms < 100) return `${ms.toFixed(0)} ms`;
  const value = ms / 1000;
  return `${value < 1 ? value.toFixed(2) : value < 60 ? value.toFixed(1) : value.toFixed(0)} s`;
}

const size = (count) => (count < 1e3 ? `${count} B` : count < 1e6 ? `${(count / 1e3).toFixed(1)} kB`
  : `${(count / 1e6).toFixed(1)} MB`);

// Tell the page, once, that a view cannot follow its run.
function mourn(view) {
  const { feed } = view;
  if (!feed.unreachable || view.mourned === feed.token) return;
  view.mourned = feed.token;
  view.tell("unreachable", { token: feed.token, refused: feed.refused });
}

// The views. Each has `draw`, which shows the feed as it stands, and takes new words with `data`.

class Clock {
  constructor(root) {
    this.line = make("p", "muted clock");
    root.append(this.line);
    this.tick = setInterval(() => this.draw(), 100);
  }

  draw() {
    const { feed, data } = this;
    const words = [seconds(feed.elapsed)];
    const last = feed.rows.at(-1);
    if (!feed.outcome) {
      words.push(last ? fill(data.words.last, { age: seconds(Math.max(0, feed.elapsed - last[1])) }) : data.words.waiting);
      words.push(fill(data.words.idle, { time: seconds(data.idle) }));
    }
    const unsent = feed.outcome ? data.words.never : data.words.unsent;
    const sent = feed.sent === true ? data.words.yes : feed.sent === false ? data.words.no : unsent;
    words.push(fill(data.words.shown, { yes_or_no: sent }));
    put(this.line, words.join(" · "));
  }

  close() { clearInterval(this.tick); }
}

class Strip {
  constructor(root) {
    this.line = make("p", "strip");
    this.steps = make("span", "steps");
    this.steps.setAttribute("role", "status");
    this.counts = make("span", "muted counts");
    this.line.append(this.steps, this.counts);
    root.append(this.line);
  }

  draw() {
    const { feed, data } = this;
    const steps = feed.states.map(([name, at]) => [`${name} ${seconds(at)}`, name]);
    if (feed.outcome && feed.states.at(-1)?.[0] !== feed.outcome) steps.push([feed.outcome, feed.outcome]);
    if (!steps.length) steps.push([data.words.sent, "submitted"]);
    const key = steps.join();
    if (this.key !== key) {
      this.key = key;
      this.steps.replaceChildren(...steps.map(([text, name]) => make("span", `badge ${data.colors[name] ?? data.badColor}`, text)));
    }
    const count = feed.rows.length;
    const words = [data.title, count === 1 ? data.words.one : fill(data.words.events, { count })];
    if (feed.keepAlives) words.push(fill(data.words.keepAlives, { count: feed.keepAlives }));
    if (count) words.push(fill(data.words.first, { time: seconds(feed.rows[0][1]) }));
    put(this.counts, words.filter(Boolean).join(" · "));
    if (feed.outcome && this.told !== feed.token) { this.told = feed.token; this.tell("ended", feed.token); }
    mourn(this);
  }

  close() {}
}

class Reply {
  constructor(root) {
    this.box = make("div", "reply");
    this.box.setAttribute("aria-live", "polite");
    this.text = document.createTextNode("");
    this.box.append(this.text);
    this.empty = make("p", "muted");
    this.more = make("p", "muted");
    root.append(this.empty, this.box, this.more);
    this.stuck = true;
    this.box.onscroll = () => {
      this.stuck = this.box.scrollTop + this.box.clientHeight >= this.box.scrollHeight - 4;
    };
  }

  draw() {
    const { feed } = this;
    if (this.shown !== feed.token || this.replaced !== feed.replaced) {
      this.shown = feed.token;
      this.replaced = feed.replaced;
      this.length = 0;
      this.text.data = "";
    }
    if (feed.reply.length > this.length) {
      this.text.appendData(feed.reply.slice(this.length)); // nothing that was selected is lost
      this.length = feed.reply.length;
      if (this.stuck) this.box.scrollTop = this.box.scrollHeight;
    }
    this.empty.hidden = this.length > 0;
    put(this.empty, this.data.words.empty);
    this.more.hidden = !feed.cut;
    put(this.more, this.data.words.cut);
  }

  close() {}
}

class Events {
  constructor(root) {
    this.filter = null;
    this.follow = true;
    this.seen = 0;
    this.index = [];
    this.indexed = 0;
    this.active = 0;
    this.pool = [];
    this.bar = make("div", "bar");
    this.chips = make("span", "chips");
    this.chips.setAttribute("role", "group");
    this.jump = make("button", "jump");
    this.jump.type = "button";
    this.bar.append(this.chips, this.jump);
    this.head = make("div", "row head");
    this.list = make("div", "list");
    this.list.tabIndex = 0;
    this.list.setAttribute("role", "listbox");
    this.space = make("div", "space");
    this.block = make("div", "block");
    this.space.append(this.block);
    this.list.append(this.space);
    this.detail = make("div", "detail");
    this.detail.hidden = true;
    const frame = make("div", "frame");
    frame.append(this.head, this.list);
    root.append(this.bar, frame, this.detail);
    this.jump.onclick = () => { this.follow = true; this.draw(); };
    this.list.onscroll = () => this.scrolled();
    this.list.onkeydown = (event) => this.key(event);
    this.list.onclick = (event) => this.click(event);
    this.high = 0;
    this.top = 0;
    this.sight = new ResizeObserver(() => { this.high = this.list.clientHeight; this.draw(); });
    this.sight.observe(this.list);
  }

  get count() { return this.filter ? this.index.length : this.feed.rows.length; }

  at(place) { return this.filter ? this.index[place] : place; }

  scrolled() {
    const top = this.list.scrollTop;
    if (Math.abs(top - this.top) < 2) return; // our own doing
    this.top = top;
    const bottom = top + this.high >= this.count * ROW - ROW;
    if (this.follow !== bottom) { this.follow = bottom; this.hold(); }
    this.draw();
  }

  hold() { if (this.held !== this.feed.token) { this.held = this.feed.token; this.say("held", this.feed.token); } }

  choose(kind) {
    const opened = this.opened ? this.feed.rows[this.opened - 1] : null;
    if (opened && kind && opened[2] !== kind) this.open(0); // it is not among these
    Object.assign(this, { filter: kind, index: [], indexed: 0, active: 0, active_: false, follow: true });
    this.hold();
    this.draw();
  }

  draw() {
    const { feed } = this;
    if (this.shown !== feed.token) {
      Object.assign(this, { shown: feed.token, filter: null, follow: true, index: [], indexed: 0, active: 0, opened: 0 });
      Object.assign(this, { active_: false, seen: 0 });
      this.detail.hidden = true;
    }
    if (this.filter) {
      for (; this.indexed < feed.rows.length; this.indexed += 1) {
        if (feed.rows[this.indexed][2] === this.filter) this.index.push(this.indexed);
      }
    }
    this.buttons();
    const height = `${Math.max(1, this.count) * ROW}px`;
    if (this.space.style.height !== height) this.space.style.height = height;
    if (this.follow) {
      this.seen = this.count;
      this.scroll(this.count * ROW - this.high);
    }
    const fresh = this.count - this.seen;
    const words = this.data.words;
    mourn(this);
    this.jump.hidden = this.follow;
    put(this.jump, feed.outcome ? words.end : fresh > 0 ? fill(words.fresh, { count: fresh }) : words.follow);
    this.window();
  }

  buttons() {
    const present = this.data.kinds.filter((kind) => this.feed.counts[kind]);
    const key = present.join() + this.filter;
    if (this.key_ !== key) {
      this.key_ = key;
      this.chips.replaceChildren(...[null, ...present].map((kind) => {
        const chip = make("button", kind === this.filter ? "chip on" : "chip");
        chip.type = "button";
        chip.setAttribute("aria-pressed", String(kind === this.filter));
        chip.onclick = () => this.choose(kind);
        chip.kind = kind;
        return chip;
      }));
    }
    for (const chip of this.chips.children) {
      put(chip, chip.kind ? `${chip.kind} ${this.feed.counts[chip.kind]}`
        : `${this.data.words.all} ${this.feed.rows.length}`);
    }
  }

  scroll(top) {
    this.top = Math.max(0, top);
    this.list.scrollTop = this.top;
  }

  // The rows in sight, each in the element that its place has by remainder: one that comes is one that is written.
  window() {
    const { feed, pool } = this;
    const first = Math.max(0, Math.floor(this.top / ROW) - SPARE);
    const last = Math.min(this.count, Math.ceil((this.top + this.high) / ROW) + SPARE);
    const size = Math.max(pool.length, last - first);
    if (size > pool.length) {
      while (pool.length < size) pool.push(this.row());
      for (const node of pool) node.seq = 0; // another remainder
    }
    for (let place = first; place < last; place += 1) this.write(pool[place % size], place);
    for (const node of pool) {
      const out = node.place === undefined || node.place < first || node.place >= last;
      if (node.hidden !== out) node.hidden = out;
    }
  }

  write(node, place) {
    const position = this.at(place);
    const row = this.feed.rows[position];
    if (node.seq !== row[0] || node.token !== this.feed.token || node.place !== place) {
      node.seq = row[0];
      node.token = this.feed.token;
      node.place = place;
      node.style.transform = `translateY(${place * ROW}px)`;
      const gap = row[1] - (position ? this.feed.rows[position - 1][1] : 0);
      const cells = [row[0], row[1].toFixed(1), gap.toFixed(1), row[2], row[3], row[4]];
      cells.forEach((text, column) => put(node.cells[column], String(text)));
      node.cells[5].title = row[4];
      node.dataset.level = row[5];
      node.dataset.seq = row[0];
      node.setAttribute("aria-posinset", place + 1);
      node.chosen = null;
    }
    const chosen = `${row[0] === this.opened} ${place === this.active && this.active_ === true}`;
    if (node.chosen !== chosen) {
      node.chosen = chosen;
      node.setAttribute("aria-selected", String(row[0] === this.opened));
      node.classList.toggle("active", place === this.active && this.active_ === true);
    }
  }

  row() {
    const node = make("div", "row");
    node.setAttribute("role", "option");
    node.setAttribute("aria-setsize", "-1"); // it grows
    node.cells = ["seq", "ms", "gap", "kind", "state", "text"].map((name) => make("span", name));
    const button = make("button", "copy");
    button.type = "button";
    button.tabIndex = -1;
    button.innerHTML = COPY;
    button.title = this.data.words.copyRow;
    button.setAttribute("aria-label", this.data.words.copyRow);
    node.append(...node.cells, button);
    this.block.append(node);
    return node;
  }

  click(event) {
    const node = event.target.closest(".row");
    if (!node) return;
    this.active = node.place;
    this.active_ = true;
    const button = event.target.closest(".copy");
    if (button) this.copyRow(node.seq, button);
    else this.open(node.seq === this.opened ? 0 : node.seq);
  }

  key(event) {
    const page = Math.max(1, Math.floor(this.high / ROW) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (event.key in steps && this.count) {
      const from = this.active_ ? this.active : this.follow ? this.count - 1 : Math.floor(this.top / ROW) - 1;
      this.active = Math.max(0, Math.min(this.count - 1, from + steps[event.key]));
      this.active_ = true;
      this.follow = false;
      this.hold();
      const top = this.active * ROW;
      if (top < this.top) this.scroll(top);
      else if (top + ROW > this.top + this.high) this.scroll(top + ROW - this.high);
      if (this.opened) this.open(this.feed.rows[this.at(this.active)][0]);
      this.draw();
    } else if ((event.key === "Enter" || event.key === " ") && this.active_) {
      const seq = this.feed.rows[this.at(this.active)][0];
      this.open(seq === this.opened ? 0 : seq);
    } else if (event.key === "Escape" && this.opened) {
      this.open(0);
    } else if (event.key === "c" && !event.ctrlKey && !event.metaKey && this.active_) {
      this.copyRow(this.feed.rows[this.at(this.active)][0]);
      return;
    } else return;
    event.preventDefault();
  }

  async copyRow(seq, button) {
    const done = await this.feed.ask({ whole: seq }).then((text) => copy(text), () => false);
    if (button) {
      button.textContent = done ? "✓" : "✗";
      setTimeout(() => { button.innerHTML = COPY; }, 1200);
    }
  }

  async open(seq) {
    this.opened = seq;
    this.detail.hidden = !seq;
    this.follow = this.follow && !seq;
    this.hold();
    this.draw();
    if (!seq) return;
    this.detail.replaceChildren(make("p", "muted", this.data.words.loading));
    let found;
    try { found = JSON.parse(await this.feed.ask({ open: seq })); } catch { found = null; }
    if (this.opened !== seq) return;
    const words = this.data.words;
    const bar = make("div", "bar");
    const button = (text, act) => {
      const made = make("button", "chip", text);
      made.type = "button";
      made.onclick = async () => {
        const said = await act();
        if (said) { put(made, said); setTimeout(() => put(made, text), 1200); }
      };
      bar.append(made);
      return made;
    };
    bar.append(make("strong", "", fill(words.event, { number: seq })));
    if (found) {
      const fetched = (question, act) => this.feed.ask(question).then(act, () => words.failed);
      const copied = async (text) => ((await copy(text)) ? words.copied : words.notCopied);
      if (found.json && !found.cut) button(words.copyJson, () => copied(found.json));
      button(words.copyData, () => fetched({ whole: seq }, copied));
      button(words.copyRaw, () => fetched({ lines: seq }, copied));
      button(fill(words.download, { size: size(found.size) }), () => fetched({ whole: seq }, (text) => this.save(seq, text)));
    }
    button("×", () => this.open(0)).setAttribute("aria-label", words.close);
    const panes = make("div", "panes");
    if (!found) panes.append(make("p", "muted", words.unreachable));
    for (const text of found?.findings ?? []) panes.append(make("p", "finding", text));
    if (found?.cut) panes.append(make("p", "muted wide", words.cut));
    for (const [title, text] of found ? [[words.json, found.json], [words.raw, found.raw]] : []) {
      if (!text) continue;
      const pane = make("div", "pane");
      const block = make("pre", "", text);
      block.tabIndex = 0;
      block.setAttribute("aria-label", title);
      pane.append(make("span", "muted", title), block);
      panes.append(pane);
    }
    this.detail.replaceChildren(bar, panes);
  }

  save(seq, text) {
    const link = make("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
    link.download = `event-${seq}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  words() {
    const words = this.data.words;
    this.list.setAttribute("aria-label", words.list);
    this.chips.setAttribute("aria-label", words.filter);
    if (!this.head.childElementCount) {
      this.head.append(...words.columns.map(([name, text]) => make("span", name, text)));
    }
  }

  close() { this.sight.disconnect(); }
}

const KINDS_OF_VIEW = { clock: Clock, strip: Strip, reply: Reply, events: Events };

export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  let view = VIEWS.get(parentElement);
  if (!view) {
    const root = parentElement.querySelector(".live");
    root.classList.add(`view-${data.view}`);
    view = new KINDS_OF_VIEW[data.view](root);
    VIEWS.set(parentElement, view);
  }
  let feed = FEEDS.get(data.token);
  if (!feed) {
    feed = new Feed(data, address(data.page, data.route));
    FEEDS.set(data.token, feed);
  }
  if (view.feed && view.feed !== feed) view.feed.leave(view);
  Object.assign(view, { feed, data, say: setStateValue, tell: setTriggerValue });
  view.words?.();
  feed.join(view);
  view.draw();
  return () => {
    VIEWS.delete(parentElement);
    view.close();
    view.feed.leave(view);
  };
}

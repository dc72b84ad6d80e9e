// Live regions. The page says what it shows; the server sends new HTML for it; a gentle morph puts it in place.
// By websocket, or by polling where sockets are blocked. The reader's place, focus and words are never touched.
"use strict";
(() => {
  const body = document.body;
  const root = document.documentElement;
  const POLL_EVERY = 2000;
  const STILL_HERE_EVERY = 30000;
  const SILENT_AFTER = 45000; // a phone's radio drops sockets without telling
  const FAILURES_BEFORE_POLLING = 2;

  let seq = Number(body.dataset.seq || 0);
  let socket = null;
  let failures = 0;
  let retry = 0;
  let poll = 0;
  let ended = false;
  let said = 0;

  // Where sockets are blocked, the next page need not find it out again.
  function remember(polling) {
    try {
      if (polling) sessionStorage.setItem("polling", "yes");
      else sessionStorage.removeItem("polling");
    } catch {
      // No storage: each page finds out for itself.
    }
  }

  function remembered() {
    try {
      return sessionStorage.getItem("polling") === "yes";
    } catch {
      return false;
    }
  }

  const regions = () => [...new Set([...document.querySelectorAll("[data-live]")].map((el) => el.dataset.live))];

  // Cards that expire wait longer while they are looked at.
  const isLooked = () => document.visibilityState === "visible";
  const inView = (el) => {
    const box = el.getBoundingClientRect();
    return box.width > 0 && box.bottom > 0 && box.top < innerHeight;
  };
  const seen = () => (isLooked() ? [...document.querySelectorAll("[data-expires]")].filter(inView).map((el) => el.dataset.expires) : []);
  const frame = () => JSON.stringify({ after: seq, regions: regions(), seen: seen() });

  function say(state) {
    if (root.dataset.connection === state) return;
    root.dataset.connection = state;
    const words = { live: "wordsLive", polling: "wordsPolling", reconnecting: "wordsReconnecting", offline: "wordsOffline" };
    document.querySelectorAll("[data-connection-words]").forEach((el) => (el.textContent = body.dataset[words[state]] || ""));
  }

  // Websocket -------------------------------------------------------------------------------------------

  function connect() {
    clearTimeout(retry);
    if (ended || (socket && socket.readyState <= WebSocket.OPEN)) return;
    if (!navigator.onLine) return say("offline");
    let mine;
    try {
      mine = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${body.dataset.feed}`);
    } catch {
      return lost(null, 0);
    }
    socket = mine;
    const late = setTimeout(() => mine.readyState === WebSocket.CONNECTING && mine.close(), 6000);
    mine.onopen = () => {
      clearTimeout(late);
      failures = 0;
      stopPolling();
      remember(false);
      say("live");
      mine.send(frame());
    };
    mine.onmessage = (event) => take(JSON.parse(event.data));
    mine.onclose = (event) => {
      clearTimeout(late);
      lost(mine, event.code);
    };
  }

  function lost(mine, code) {
    if (mine && mine !== socket) return;
    socket = null;
    if (ended) return;
    if (code === 4401) return reload();
    failures += 1;
    if (failures >= FAILURES_BEFORE_POLLING || poll) startPolling();
    else say(navigator.onLine ? "reconnecting" : "offline");
    const wait = Math.min(30000, 500 * 2 ** Math.min(failures, 6));
    retry = setTimeout(connect, wait * (0.5 + Math.random()));
  }

  // Regions that came with a swap must be told to the server.
  function tell() {
    if (socket && socket.readyState === WebSocket.OPEN) socket.send(frame());
  }

  setInterval(() => isLooked() && tell(), STILL_HERE_EVERY);

  // Polling ---------------------------------------------------------------------------------------------

  function startPolling() {
    if (!poll) poll = setTimeout(ask, 0);
  }

  function stopPolling() {
    clearTimeout(poll);
    poll = 0;
  }

  async function ask() {
    const query = new URLSearchParams({ after: seq });
    regions().forEach((name) => query.append("region", name));
    if (isLooked() && Date.now() - said > STILL_HERE_EVERY) {
      said = Date.now();
      query.append("looking", "1");
      seen().forEach((id) => query.append("seen", id));
    }
    try {
      const answer = await fetch(`${body.dataset.poll}?${query}`, {
        headers: { Accept: "application/json", "X-Requested-With": "fetch" },
        redirect: "manual",
        signal: AbortSignal.timeout(15000),
      });
      if (answer.type === "opaqueredirect" || answer.status === 401 || answer.status === 403) return reload();
      if (!answer.ok) throw new Error(String(answer.status));
      take(await answer.json());
      if (!socket || socket.readyState !== WebSocket.OPEN) {
        remember(true);
        say("polling");
      }
    } catch {
      say(navigator.onLine ? "reconnecting" : "offline");
    }
    if (poll) poll = setTimeout(ask, document.visibilityState === "visible" ? POLL_EVERY : POLL_EVERY * 10);
  }

  // The session has ended: a whole page, so that the login never lands inside a panel.
  function reload() {
    ended = true;
    stopPolling();
    const next = encodeURIComponent(location.pathname + location.search);
    location.assign(`${body.dataset.login}?next=${next}`);
  }

  // What the server sent --------------------------------------------------------------------------------

  // A fragment is placed once no answer is on its way into its region, in the order in which they were drawn: an
  // older one (a poll that was overtaken by the socket) never replaces a newer one.
  const BUSY = ".htmx-request, .htmx-swapping, .htmx-settling, [data-sending]";
  const placed = new Map(); // region -> number of the feed its HTML was drawn at
  const waiting = new Map(); // region -> the newest fragment that could not be placed yet

  function take(event) {
    const at = Number(event.seq) || 0;
    if (at > seq) seq = at;
    (event.fragments || []).forEach((fragment) => place({ ...fragment, at }));
    if (event.lines) addLines(event.lines);
  }

  function parse(html) {
    const template = document.createElement("template");
    template.innerHTML = html;
    return template.content;
  }

  function place(fragment) {
    const region = document.querySelector(`[data-live="${CSS.escape(fragment.region)}"]`);
    if (!region || fragment.at < (placed.get(fragment.region) || 0)) return;
    placed.set(fragment.region, fragment.at);
    waiting.delete(fragment.region);
    if (region.matches(BUSY) || region.querySelector(BUSY)) {
      waiting.set(fragment.region, fragment); // do not pull the card from under an answer
      return;
    }
    const asked = new Set(questions().map((el) => el.id));
    const parts = [...parse(fragment.html).children];
    for (const part of parts) {
      const old = part.id ? document.getElementById(part.id) : part.dataset.live ? region : null;
      if (old) morph(old, part);
    }
    if (parts.length && !parts.some((part) => part.id || part.dataset.live)) morph(region, parts, "innerHTML");
    showNext(asked);
  }

  // What answers one's words is brought into view, unless one writes elsewhere by then.
  const WAITED_FOR = 30_000;
  let answered = -WAITED_FOR;
  const questions = () => [...document.querySelectorAll(".decision.open")];

  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const card = detail.requestConfig.verb !== "get" && detail.target?.closest(".decision");
    if (card) answered = performance.now();
  });

  function showNext(asked) {
    const next = questions().find((el) => !asked.has(el.id));
    const writes = document.activeElement?.matches("input, textarea") && document.activeElement.value;
    if (!next || writes || performance.now() - answered > WAITED_FOR) return;
    answered = -WAITED_FOR;
    const { top } = next.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 2) next.scrollIntoView({ block: "start", behavior: "instant" });
  }

  const placeWaiting = () => [...waiting.values()].forEach(place);

  document.addEventListener("htmx:afterRequest", placeWaiting); // where it failed, nothing settles
  document.addEventListener("htmx:afterSettle", () => {
    placeWaiting();
    tell();
  });

  // What the reader looks at: where the focus is, or the pointer, or the middle of the window.
  function anchor(old) {
    const focused = document.activeElement;
    const hovered = old.matches(":hover") && [...old.querySelectorAll("[id]:hover")].pop();
    const middle = scrollY > 0 && document.elementFromPoint(innerWidth / 2, innerHeight / 3);
    const candidates = [focused !== body && focused, hovered, middle];
    for (const candidate of candidates) {
      const named = candidate && candidate.closest("[id]");
      if (!named || named.contains(old)) continue;
      const box = named.getBoundingClientRect();
      if (box.bottom > 0 && box.top < innerHeight) return { id: named.id, top: box.top };
    }
    return null;
  }

  function hold(place) {
    if (!place) return;
    const now = document.getElementById(place.id);
    if (!now) return;
    const moved = now.getBoundingClientRect().top - place.top;
    if (Math.abs(moved) > 1) scrollBy({ top: moved, behavior: "instant" });
  }

  const typed = (el) =>
    (el.matches("input[type=checkbox], input[type=radio]") && el.checked !== el.defaultChecked) ||
    (el.matches("input:not([type=checkbox], [type=radio], [type=hidden]), textarea") && el.value !== el.defaultValue);

  // A card that says what did not fit, with what was typed, stays so while it is open.
  const callbacks = {
    beforeNodeMorphed(old, fresh) {
      if (old.nodeType !== Node.ELEMENT_NODE) return true;
      if (old.isEqualNode(fresh)) return false;
      if (old.matches("[data-keep]") && old.id === fresh.id) return false;
      if (typed(old) && fresh.nodeName === old.nodeName) return false;
      if (old.matches("[data-said]") && old.id === fresh.id && fresh.matches(".decision.open")) return false;
      return true;
    },
    beforeAttributeUpdated(name, el) {
      if (name === "open" && el.matches("details, dialog")) return false;
      if ((name === "hidden" && el.matches("[data-shows], form[id]")) || name === "aria-pressed") return false;
      if (name === "aria-expanded" || (name === "tabindex" && el === document.activeElement)) return false;
      if (name === "value" && el.matches("[name=csrfmiddlewaretoken], [name=request_key]")) return false;
      return true;
    },
    beforeNodeRemoved(el) {
      return !(el.nodeType === Node.ELEMENT_NODE && el.matches("[name=csrfmiddlewaretoken]"));
    },
  };

  function morph(old, fresh, morphStyle = "outerHTML") {
    const before = new Map([...document.querySelectorAll("[data-mark][id]")].map((el) => [el.id, textOf(el)]));
    const spot = anchor(old);
    // What has the focus keeps its value if one can type there; a card that has it takes what is new like any other.
    const ignoreActiveValue = Boolean(document.activeElement?.matches("input, textarea, select"));
    window.Idiomorph.morph(old, fresh, { morphStyle, ignoreActiveValue, restoreFocus: true, callbacks });
    hold(spot);
    const now = document.getElementById(old.id) || old;
    if (window.htmx) window.htmx.process(now);
    window.OwnYou.ready(now.parentElement || now);
    document.querySelectorAll("[data-mark][id]").forEach((el) => before.get(el.id) !== textOf(el) && mark(el, before.has(el.id)));
  }

  const textOf = (el) => [...el.childNodes].filter((n) => n.nodeName !== "FORM").map((n) => n.textContent).join("").replace(/\s+/g, " ");

  function mark(el, known) {
    if (known && el.matches(".decision.open, .waiting")) return;
    el.classList.remove("is-changed");
    requestAnimationFrame(() => el.classList.add("is-changed"));
    el.addEventListener("animationend", () => el.classList.remove("is-changed"), { once: true });
  }

  // New lines of the feed: on top, once each. A list `data-about` a mission takes that mission's lines only,
  // one with `data-only-…` those that fit its filters. ---------------------------------------------------

  function addLines(html) {
    document.querySelectorAll("[data-live-lines]").forEach((list) => {
      const fresh = [...parse(html).querySelectorAll(".line")].filter((line) => belongs(list, line) && !known(list, line));
      fresh.sort((a, b) => Number(a.dataset.seq) - Number(b.dataset.seq));
      if (!fresh.length) return;
      list.querySelectorAll(".line:has(.bone)").forEach((bone) => bone.remove());
      if (!list.dataset.about && list.matches(":hover, :focus-within")) hide(list, fresh); // someone reads there
      else putAll(list, fresh);
    });
  }

  const fits = (only, value) => !only || only.split(" ").includes(value);
  const belongs = (list, line) =>
    fits(list.dataset.about || list.dataset.onlySubject, line.dataset.subject) &&
    fits(list.dataset.onlyKinds, line.dataset.kind) &&
    fits(list.dataset.onlyAgent, line.dataset.agent);
  const known = (list, line) => list.querySelector(`[data-seq="${CSS.escape(line.dataset.seq)}"]`);

  function putAll(list, lines) {
    const spot = list.dataset.about && anchor(list);
    lines.forEach((line) => put(list, line));
    hold(spot);
  }

  function put(list, line) {
    line.classList.add("is-changed");
    if (list.dataset.about) groupOf(list, line).prepend(asStep(line));
    else list.prepend(line);
    window.OwnYou.ready(list);
    if (list.id === "panel-lines") while (list.children.length > 60) list.lastElementChild.remove();
  }

  // The timeline's lines stand together by who did it, and have names of their own: the panel shows them, too.
  function groupOf(timeline, line) {
    const newest = timeline.firstElementChild;
    if (newest && newest.dataset.who === line.dataset.who) return newest.querySelector(".lines");
    const group = Object.assign(document.createElement("div"), { className: "timeline-group" });
    const heading = Object.assign(document.createElement("h3"), { textContent: line.dataset.who });
    const lines = Object.assign(document.createElement("ol"), { className: "lines" });
    group.dataset.who = line.dataset.who;
    group.append(...(line.dataset.who ? [heading, lines] : [lines]));
    timeline.prepend(group);
    return lines;
  }

  function asStep(line) {
    [line, ...line.querySelectorAll("[id]")].forEach((el) => (el.id = el.id.replace(/^line-/, "step-")));
    line.querySelectorAll(".who").forEach((title) => title.remove());
    return line;
  }

  function hide(list, lines) {
    let button = list.querySelector(".held");
    if (!button) {
      const item = document.createElement("li");
      button = Object.assign(document.createElement("button"), { type: "button", className: "button small held" });
      button.held = [];
      button.onclick = () => {
        item.remove();
        putAll(list, button.held);
      };
      item.append(button);
      list.prepend(item);
    }
    const seen = new Set(button.held.map((line) => line.dataset.seq));
    button.held.push(...lines.filter((line) => !seen.has(line.dataset.seq)));
    button.textContent = `${body.dataset.wordsNew} (${button.held.length})`;
  }

  // Coming back -----------------------------------------------------------------------------------------

  function again() {
    if (ended) return;
    failures = 0;
    connect();
    tell();
  }

  window.addEventListener("online", again);
  window.addEventListener("offline", () => say("offline"));
  window.addEventListener("pagehide", () => {
    clearTimeout(retry);
    stopPolling();
    if (socket) socket.close();
    socket = null;
  });
  window.addEventListener("pageshow", (event) => event.persisted && again());
  let hiddenAt = 0;
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") hiddenAt = Date.now();
    else if (Date.now() - hiddenAt > SILENT_AFTER && socket) {
      const stale = socket;
      socket = null;
      stale.close();
      again();
    } else again();
  });

  if (remembered()) startPolling();
  connect();
})();

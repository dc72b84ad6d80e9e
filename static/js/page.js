// What every page does with no framework: dialogs, one submit at a time, toasts, errors of htmx, times in words.
"use strict";
(() => {
  document.documentElement.dataset.script = "on";
  const words = () => document.body.dataset;
  const $ = (selector, root = document) => root.querySelector(selector);

  // Dialogs ---------------------------------------------------------------------------------------------

  function open(id) {
    const dialog = document.getElementById(id);
    if (!dialog) return false;
    document.querySelectorAll("[popover]:popover-open").forEach((sheet) => sheet.hidePopover());
    if (id === "ask" && $("main #goal")) {
      $("main #goal").focus();
      $("main #goal").scrollIntoView({ block: "center" });
      return true;
    }
    if (!dialog.open) {
      document.querySelectorAll("dialog[open]").forEach((other) => other.close());
      dialog.showModal();
    }
    const field = $("textarea, input:not([type=hidden])", dialog);
    if (field) field.focus();
    dialog.dispatchEvent(new CustomEvent("opened"));
    return true;
  }

  function ask(question, yes) {
    const dialog = $("#confirm");
    if (!dialog) return yes();
    $("[data-question]", dialog).textContent = question;
    dialog.onclose = () => dialog.returnValue === "yes" && yes();
    dialog.returnValue = "";
    dialog.showModal();
  }

  // Toasts ----------------------------------------------------------------------------------------------

  function toast(text, kind = "error") {
    const box = document.createElement("div");
    box.className = `toast ${kind}`;
    const line = document.createElement("p");
    line.className = "grow";
    line.textContent = text;
    const close = document.createElement("button");
    close.type = "button";
    close.dataset.closes = ".toast";
    close.setAttribute("aria-label", words().wordsClose || "Close");
    close.textContent = "×";
    box.append(line, close);
    show(box);
  }

  function show(box) {
    const place = $("#toasts");
    if (!place) return;
    place.append(box);
    while (place.children.length > 3) place.firstElementChild.remove();
    if (box.matches("[data-fades]")) fade(box);
  }

  function fade(box) {
    setTimeout(() => (box.matches(":hover, :focus-within") ? fade(box) : box.remove()), 6000);
  }

  // A goal that was sent when the session had ended ------------------------------------------------------
  // It is in the box again after the login, for the same person in the same tab; any other way here took it.

  const KEPT = "goal";

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("[data-ask]")) sessionStorage.setItem(KEPT, JSON.stringify([form.dataset.ask, $("textarea", form).value]));
  });

  function refill() {
    const form = $("main [data-ask]") || $("[data-ask]");
    const kept = sessionStorage.getItem(KEPT);
    if (!form || !kept) return;
    sessionStorage.removeItem(KEPT);
    const [person, goal] = JSON.parse(kept);
    const field = $("textarea", form);
    const loggedIn = document.referrer && new URL(document.referrer).pathname === words().login;
    if (loggedIn && person === form.dataset.ask && !field.value) field.value = goal;
  }

  refill();

  // One submit at a time -------------------------------------------------------------------------------

  function key() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    return [...bytes].map((b, i) => ([4, 6, 8, 10].includes(i) ? "-" : "") + b.toString(16).padStart(2, "0")).join("");
  }

  function busy(form, on, submitter) {
    form.toggleAttribute("data-sending", on);
    const button = submitter || $("[data-pressed]", form) || $("button[type=submit]", form);
    if (!button) return;
    button.toggleAttribute("data-pressed", on);
    if (on) button.setAttribute("aria-busy", "true");
    else button.removeAttribute("aria-busy");
  }

  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (form.method !== "post") return;
      if (form.dataset.confirm && !form.dataset.confirmed) {
        event.preventDefault();
        event.stopImmediatePropagation();
        ask(form.dataset.confirm, () => {
          form.dataset.confirmed = "yes";
          form.requestSubmit(event.submitter);
        });
        return;
      }
      if (form.hasAttribute("data-sending")) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      complete(form);
      if (form.hasAttribute("data-once")) busy(form, true, event.submitter);
    },
    true,
  );

  // A form that came over the socket has no token of its own; one asked for twice must say that it is the same.
  function complete(form) {
    let token = form.elements.csrfmiddlewaretoken;
    if (!token && words().csrf) {
      token = Object.assign(document.createElement("input"), { type: "hidden", name: "csrfmiddlewaretoken" });
      form.prepend(token);
    }
    if (token && !token.value) token.value = words().csrf || "";
    if (form.elements.request_key && !form.elements.request_key.value) form.elements.request_key.value = key();
  }

  window.addEventListener("pageshow", (event) => {
    document.querySelectorAll("[data-sending]").forEach((form) => busy(form, false));
    if (event.persisted) {
      document.querySelectorAll("[name=request_key]").forEach((field) => (field.value = key()));
    }
  });

  // htmx: errors are said, panels stay ------------------------------------------------------------------

  const isDocument = (text) => /^\s*<!doctype/i.test(text);

  function toLogin(url) {
    const login = words().login;
    if (!login || new URL(url, location.href).pathname !== login) return false;
    location.assign(`${login}?next=${encodeURIComponent(location.pathname + location.search)}`);
    return true;
  }

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, requestConfig } = event.detail;
    const text = xhr.responseText || "";
    if ((xhr.responseURL && toLogin(xhr.responseURL)) || xhr.status === 401) {
      if (xhr.status === 401) location.reload();
      event.detail.shouldSwap = false;
      return;
    }
    const selects = requestConfig.elt && requestConfig.elt.closest("[hx-select]");
    if (isDocument(text) && (xhr.status >= 400 || !selects)) {
      event.detail.shouldSwap = false;
      if (xhr.status >= 400) toast(reasonOf(text));
      else location.assign(xhr.responseURL || location.href);
      return;
    }
    if (xhr.status < 400) return;
    if (text.includes("data-error-fragment")) {
      const parsed = new DOMParser().parseFromString(text, "text/html");
      const box = $("[data-error-fragment]", parsed.body);
      if (box) show(document.importNode(box, true));
      event.detail.shouldSwap = false;
      event.detail.isError = false;
    } else if (text.trim().startsWith("<")) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    } else {
      toast(words().wordsFailed);
    }
  });

  function reasonOf(text) {
    const page = new DOMParser().parseFromString(text, "text/html");
    const said = $("[role=alert] p", page);
    return (said && said.textContent.trim()) || words().wordsFailed;
  }

  // What an answer says beside the card it brings, which may have been drawn anew meanwhile.
  document.addEventListener("htmx:afterRequest", (event) => {
    const told = event.detail.xhr && event.detail.xhr.getResponseHeader("X-Told");
    if (told) toast(JSON.parse(told), "warning");
  });

  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, (event) => {
      if (event.detail.requestConfig.verb !== "get") toast(words().wordsUnreachable);
    });
  }

  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.target.closest && event.target.closest("form");
    if (form) busy(form, false);
  });

  // After an answer the focus goes to what took the place of the card.
  document.addEventListener("htmx:afterSwap", (event) => {
    const { target, requestConfig } = event.detail;
    if (requestConfig.verb === "get" || !target.id) return;
    const next = document.getElementById(target.id);
    if (!next || next.contains(document.activeElement)) return;
    const heading = $("h2, h3", next) || next;
    if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    const box = heading.getBoundingClientRect();
    if (box.top < 0 || box.bottom > innerHeight) heading.scrollIntoView({ block: "center" });
  });

  document.addEventListener("htmx:load", (event) => ready(event.detail.elt));

  // Clicks that need no server --------------------------------------------------------------------------

  document.addEventListener("click", (event) => {
    const at = (selector) => event.target.closest(selector);
    const opener = at("[data-opens]");
    if (opener && !event.ctrlKey && !event.metaKey && open(opener.dataset.opens)) event.preventDefault();
    const closer = at("[data-closes]");
    if (closer) closer.closest(closer.dataset.closes).remove();
    const filler = at("[data-fills]");
    if (filler) fill(document.getElementById(filler.dataset.fills), filler.value);
    const clearer = at("[data-clears]");
    if (clearer) document.getElementById(clearer.dataset.clears).replaceChildren();
    const toggler = at("[data-toggles]");
    if (toggler) toggle(toggler);
    const noted = at("a[data-notes]");
    if (noted) note(noted);
    const view = at("[data-view]");
    if (view) setView(view.dataset.view);
    if (event.target.matches("dialog[open]") && isOutside(event)) event.target.close();
  });

  // A link that leads away is opened by the browser; that it was is told beside.
  function note(link) {
    const body = new URLSearchParams({ kind: link.dataset.kind, csrfmiddlewaretoken: words().csrf || "" });
    fetch(link.dataset.notes, { method: "POST", body, keepalive: true }).catch(() => {});
  }

  function isOutside(event) {
    const box = event.target.getBoundingClientRect();
    return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
  }

  function fill(field, text) {
    field.value = text;
    field.focus();
    field.setSelectionRange(text.length, text.length);
  }

  function toggle(button) {
    const target = document.getElementById(button.dataset.toggles);
    target.hidden = !target.hidden;
    button.setAttribute("aria-expanded", String(!target.hidden));
    const field = $("input:not([type=hidden])", target);
    if (!target.hidden && field) field.focus();
  }

  function setView(view) {
    try {
      localStorage.setItem("view", view);
    } catch {
      // Private windows may refuse; the view then lasts as long as the page.
    }
    document.documentElement.dataset.view = view;
    applyView(document);
  }

  function applyView(root) {
    const view = document.documentElement.dataset.view;
    if (!view) return;
    root.querySelectorAll("[data-decision]").forEach((card) => {
      const shown = card.querySelector(`[data-shows="${view}"]`);
      if (!shown) return;
      card.querySelectorAll("[data-shows]").forEach((part) => (part.hidden = part !== shown));
      card.querySelectorAll("[data-view]").forEach((button) =>
        button.setAttribute("aria-pressed", String(button.dataset.view === view)),
      );
    });
  }

  // Enter sends an ask; Shift+Enter makes a line.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    const form = event.target.matches("textarea[name=goal]") && event.target.form;
    if (!form) return;
    event.preventDefault();
    if (event.target.value.trim()) form.requestSubmit($("button[type=submit]", form));
  });

  // Times in words, kept true while the page is open ----------------------------------------------------

  const steps = [[60, "second", 1], [3600, "minute", 60], [86400, "hour", 3600], [2592000, "day", 86400], [31536000, "month", 2592000], [Infinity, "year", 31536000]];

  function relative(root) {
    const say = new Intl.RelativeTimeFormat(document.documentElement.lang || "en", { numeric: "auto", style: "short" });
    root.querySelectorAll("time[data-relative] > span:first-child").forEach((span) => {
      const seconds = (new Date(span.parentElement.dateTime) - Date.now()) / 1000;
      if (Number.isNaN(seconds)) return;
      const [, unit, size] = steps.find(([limit]) => Math.abs(seconds) < limit);
      const text = Math.abs(seconds) < 10 ? say.format(0, "second") : say.format(Math.trunc(seconds / size), unit);
      if (span.textContent !== text) span.textContent = text;
    });
  }

  // The browser knows its zone; it is that of a person whose home is on no map. ---------------------------

  function prefill() {
    const form = $("form[data-zone]");
    if (form) form.elements.browser_zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  }

  function ready(root) {
    relative(root);
    applyView(root);
  }

  function start() {
    try {
      document.documentElement.dataset.view = localStorage.getItem("view") || "";
    } catch {
      // No storage: cards, the default.
    }
    prefill();
    ready(document);
    document.querySelectorAll(".toast[data-fades]").forEach(fade);
    setInterval(() => document.visibilityState === "visible" && relative(document), 20000);
    if (location.hash === "#goal" && $("#goal")) $("#goal").focus();
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();

  window.OwnYou = { open, toast, ready, toLogin };
})();

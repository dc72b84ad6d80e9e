// Keys. Everywhere: "/" asks, Ctrl or Cmd K finds, "g" then a letter goes, "?" shows them.
// On the card that has the focus, unless switched off: j k between options, a chooses or approves, e changes the
// details, r changes in words, x says no.
"use strict";
(() => {
  let going = 0;

  const isTyping = (el) => el.matches("input:not([type=radio], [type=checkbox], [type=button], [type=submit]), textarea, select, [contenteditable]");

  function go(letter) {
    const link = document.querySelector(`[data-key="${CSS.escape(letter)}"]`);
    if (link) link.click();
  }

  // Cards -----------------------------------------------------------------------------------------------

  const seen = (el) => el.offsetParent !== null;

  function move(card, step) {
    const options = [...card.querySelectorAll("[data-option]")].filter(seen);
    if (!options.length) return;
    const here = options.findIndex((option) => option.contains(document.activeElement));
    const next = options[Math.max(0, Math.min(options.length - 1, here < 0 ? (step > 0 ? 0 : options.length - 1) : here + step))];
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  }

  function choose(card) {
    const option = document.activeElement.closest("[data-option]");
    const button = option ? option.querySelector(".choose") || option : card.querySelectorAll(".choose").length === 1 && card.querySelector(".choose");
    if (button) button.click();
    else move(card, 1);
  }

  function refine(card) {
    const field = card.querySelector("[data-refine]");
    if (field) field.focus();
  }

  function edit(card) {
    const summary = (document.activeElement.closest("[data-option]") || card).querySelector("[data-edit]");
    if (!summary) return;
    const details = summary.closest("details");
    details.open = true;
    details.querySelector("input:not([type=hidden]), textarea, select").focus();
  }

  function no(card) {
    const none = card.querySelector("[data-none]");
    if (!none) return;
    const details = none.closest("details");
    if (!details) return none.click();
    details.open = true;
    details.querySelector("input:not([type=hidden])").focus();
  }

  const onCard = { j: (card) => move(card, 1), k: (card) => move(card, -1), a: choose, e: edit, r: refine, x: no };

  // Palette ---------------------------------------------------------------------------------------------

  const palette = document.getElementById("palette");

  function step(direction) {
    const items = [...palette.querySelectorAll("a.palette-item, button.palette-item")];
    const field = palette.querySelector("input");
    const stops = [field, ...items];
    const here = stops.indexOf(document.activeElement);
    stops[(here + direction + stops.length) % stops.length].focus();
  }

  if (palette) {
    palette.addEventListener("opened", () => {
      const field = palette.querySelector("input");
      field.select();
      window.htmx.trigger(field, "palette-open");
    });
    palette.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        step(event.key === "ArrowDown" ? 1 : -1);
      }
    });
    palette.querySelector("form").addEventListener("submit", (event) => {
      const first = palette.querySelector("a.palette-item, button.palette-item");
      if (!first) return;
      event.preventDefault();
      first.click();
    });
  }

  // All keys --------------------------------------------------------------------------------------------

  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      window.OwnYou.open("palette");
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat && event.key !== "j" && event.key !== "k") return;
    if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
    if (going) {
      clearTimeout(going);
      going = 0;
      event.preventDefault();
      return go(event.key);
    }
    if (event.key === "/") {
      event.preventDefault();
      return window.OwnYou.open("ask");
    }
    if (event.key === "?") return window.OwnYou.open("keys");
    if (event.key === "g") {
      going = setTimeout(() => (going = 0), 1200);
      return;
    }
    const card = event.target.closest("[data-decision]");
    if (card && document.body.dataset.cardKeys === "on" && onCard[event.key]) {
      event.preventDefault();
      onCard[event.key](card);
    }
  });
})();

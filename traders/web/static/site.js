// Courtesies only: every page works without this file.
"use strict";

// The reader's own zone, told to the server: before an account says otherwise, times are shown in it.
try {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone, told = `zone=${encodeURIComponent(zone)}`;
  if (zone && !document.cookie.split("; ").includes(told)) {
    document.cookie = `${told}; path=/; max-age=31536000; samesite=lax`;
    // this page was made before the server knew
    const words = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
    for (const place of document.querySelectorAll("time")) {
      if (!place.textContent.endsWith(" UTC")) continue;
      const part = Object.fromEntries(words.formatToParts(new Date(place.dateTime)).map((one) => [one.type, one.value]));
      place.textContent = `${part.weekday} ${part.day} ${part.month}, ${part.hour}:${part.minute} ${part.timeZoneName}`;
    }
  }
} catch (error) { /* a browser that does not know its zone reads UTC */ }

// "in 5 hours" goes on counting while the page is open, in the words of letters (plain_text.distance).
function span(seconds) {
  if (seconds > -60 && seconds < 1) return "just now";
  const minutes = Math.max(1, Math.floor(Math.abs(seconds) / 60)), hours = Math.floor((minutes + 10) / 60), days = Math.floor((minutes + 360) / 1440);
  const count = (number, unit) => `${number} ${unit}${number === 1 ? "" : "s"}`;
  const words = days >= 2 ? count(days, "day") : hours >= 2 ? count(hours, "hour") : count(minutes, "minute");
  return seconds < 0 ? `${words} ago` : `in ${words}`;
}
function tick() {
  for (const place of document.querySelectorAll("time[data-relative]")) {
    place.textContent = span((Date.parse(place.dateTime) - Date.now()) / 1000);
  }
}
setInterval(tick, 20000);

// A thing offered is written into the order box instead of asking the server to do so.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=insert]");
  if (!button) return;
  const box = document.getElementById("orders");
  if (!box) return;
  const values = {};
  for (const blank of button.parentElement.querySelectorAll("[data-blank]")) {
    if (!blank.value && !("optional" in blank.dataset)) { blank.focus(); event.preventDefault(); return; }
    values[`{${blank.dataset.blank}}`] = blank.value;
  }
  const named = /\{[^{}]*\}/g;
  const line = button.dataset.order
    .replace(/\[([^\[\]]*)\]/g, (part, inner) => (inner.match(named) || []).every((name) => values[name]) ? inner : "")
    .replace(/\s+/g, " ").replace(/ (?=[:,])/g, "").trim().replace(named, (name) => values[name] ?? name).trim();
  event.preventDefault();
  box.value = box.value.trim() ? `${box.value.trimEnd()}\n${line}` : line;
  box.dispatchEvent(new Event("input", { bubbles: true }));
  if (!button.closest("#board")) box.focus();
});

// What is suggested is written into the box likewise.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=suggested]"), box = document.getElementById("orders");
  if (!button || !box) return;
  event.preventDefault();
  box.value = box.value.trim() ? `${box.value.trimEnd()}\n${button.value}` : button.value;
  box.dispatchEvent(new Event("input", { bubbles: true }));
  if (button.closest("#board")) document.querySelector("#board button[name=send]")?.focus({ preventScroll: true });
  else box.focus();
});

// Of a list of orders the chosen one stands by its name alone, which is never cut, with its words in full below.
function chosen() {
  for (const list of document.querySelectorAll(".offer select")) {
    const told = list.parentElement.querySelector(".chosen");
    if (!told) continue;
    for (const one of list.options) one.text = one.selected || !one.dataset.words ? one.value : `${one.value}: ${one.dataset.words}`;
    told.textContent = list.selectedOptions[0]?.dataset.words ?? "";
    told.hidden = !told.textContent;
  }
}
for (const kind of ["change", "htmx:afterSettle", "DOMContentLoaded"]) document.addEventListener(kind, chosen);

// Enter in a field of an order presses that order's button, not the form's first.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("input[data-blank]")) return;
  event.preventDefault();
  event.target.parentElement.querySelector("button[name=insert]").click();
});

// The zone that the browser keeps, offered where an account's zone is chosen.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-own-zone]");
  if (!button) return;
  const field = document.getElementById("id_zone");
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  field.focus();
});

// A board that answers at once: without this file its links do the same through the server.
"use strict";

const box = () => document.getElementById("orders");
const spots = () => [...document.querySelectorAll("#board a.spot")];
const lines = () => box() ? box().value.split("\n").filter((line) => line.trim()) : [];
let open = "";

function write(text) {
  box().value = text;
  box().dispatchEvent(new Event("input", { bubbles: true }));
}

// The bar under the board tells what stands in the box, and the board shows it.
function gathered() {
  const told = document.getElementById("gathered");
  if (!told) return;
  const said = lines();
  const code = said.map((line) => Object.assign(document.createElement("code"), { textContent: line }));
  const none = Object.assign(document.createElement("span"), { className: "soft", textContent: told.dataset.none });
  told.replaceChildren(...(code.length ? code : [none]));
  if (!said.length) for (const late of document.querySelectorAll("#live .gone-on")) late.hidden = true;
  for (const part of document.querySelectorAll("#board [data-gathered]")) part.hidden = !said.length;
  for (const part of document.querySelectorAll("#board [data-ungathered]")) part.hidden = said.length > 0;
  for (const spot of spots()) if (spot.classList.contains("also")) spot.tabIndex = -1; // the arrow keys go there
  for (const spot of spots()) spot.classList.toggle("chosen", said.includes(spot.dataset.order) || (open !== "" && spot.dataset.at === open));
}
document.addEventListener("input", (event) => { if (event.target.id === "orders") { gathered(); setTimeout(tellOdds, 250, lines().join("\n")); } });

// The odds of what is gathered, once nothing more comes for a moment.
async function tellOdds(asked) {
  const place = document.getElementById("odds"), now = () => lines().join("\n");
  if (!place || asked !== now()) return;
  const query = new URLSearchParams(lines().map((line) => ["order", line]));
  const answer = lines().length ? await fetch(`${place.dataset.asked}?${query}`).catch(() => null) : null;
  const words = answer?.ok ? await answer.text() : "";
  if (asked === now()) document.getElementById("odds").textContent = words;
}

function unfold(name) {
  open = name;
  for (const list of document.querySelectorAll("#board .at-place")) list.classList.toggle("open", list.id === name);
  gathered();
}

// The board larger and smaller, by the buttons or by two fingers; it is moved within its frame, and stays as it is from page to page.
const LEAST = 1, MOST = 4;
const map = () => document.querySelector("#board .map");
const zoomed = () => Number(map()?.style.getPropertyValue("--zoom")) || 1;
function zoom(size, x, y) {
  const frame = map();
  if (!frame) return;
  const before = zoomed(), now = Math.min(MOST, Math.max(LEAST, size)), edge = frame.getBoundingClientRect();
  const across = (x ?? edge.x + edge.width / 2) - edge.x, down = (y ?? edge.y + edge.height / 2) - edge.y;
  const left = (frame.scrollLeft + across) * now / before - across, top = (frame.scrollTop + down) * now / before - down;
  frame.style.setProperty("--zoom", now);
  frame.classList.toggle("large", now > 1);
  frame.scrollTo({ left, top, behavior: "instant" });
  frame.tabIndex = now > 1 ? 0 : -1;
  for (const button of document.querySelectorAll("#board [data-zoom]")) button.disabled = button.dataset.zoom > 0 ? now >= MOST : now <= LEAST;
  try { sessionStorage.setItem(`zoom ${location.pathname}`, now); } catch (error) { /* a browser that keeps nothing begins small */ }
}
function zoomAsBefore(left, top) {
  for (const buttons of document.querySelectorAll("#board .zoom")) buttons.hidden = false;
  try { zoom(Number(sessionStorage.getItem(`zoom ${location.pathname}`)) || 1); } catch (error) { zoom(1); }
  if (left !== undefined) map()?.scrollTo({ left, top, behavior: "instant" });
}
document.addEventListener("click", (event) => {
  const button = event.target.closest("#board [data-zoom]");
  if (button) zoom(zoomed() * 1.5 ** button.dataset.zoom);
});
let apart = 0;
document.addEventListener("touchmove", (event) => {
  if (event.touches.length !== 2 || !event.target.closest("#board .map")) return;
  event.preventDefault();
  const [one, two] = event.touches, now = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
  if (apart) zoom(zoomed() * now / apart, (one.clientX + two.clientX) / 2, (one.clientY + two.clientY) / 2);
  apart = now;
}, { passive: false });
document.addEventListener("touchend", () => { apart = 0; });

// What a tap tells: what stands there.
document.addEventListener("click", (event) => {
  const place = event.target.closest("#board [data-tells]"), told = document.getElementById("tells");
  if (told && (place || event.target.closest("#board svg"))) told.textContent = place && (place.dataset.order || !place.dataset.at) ? place.dataset.tells : "";
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("#board a");
  if (!link || !box()) return;
  if (link.dataset.order && !(link.dataset.at && lines().includes(link.dataset.order))) write([...lines(), link.dataset.order].join("\n"));
  else if (link.id === "one-less") write(lines().slice(0, -1).join("\n"));
  else if (link.dataset.at) {
    unfold(open === link.dataset.at ? "" : link.dataset.at);
    document.querySelector(`#${CSS.escape(open || "none")} button`)?.focus({ preventScroll: true });
  } else if (link.classList.contains("close")) close();
  else return;
  event.preventDefault();
});

function close() {
  const spot = spots().find((one) => one.dataset.at === open);
  unfold("");
  spot?.focus();
}

// Arrow keys go from a thing to the nearest one in that direction; Escape closes a list.
const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && open && !document.querySelector("dialog[open]")) return close();
  const way = WAYS[event.key], here = event.target.closest?.("#board a.spot");
  if (!way || !here) return;
  event.preventDefault();
  const middle = (spot) => { const at = spot.getBoundingClientRect(); return [at.x + at.width / 2, at.y + at.height / 2]; };
  const [x, y] = middle(here);
  let best = null, least = Infinity;
  for (const spot of spots()) {
    const [u, v] = middle(spot), ahead = (u - x) * way[0] + (v - y) * way[1], aside = Math.abs((u - x) * way[1]) + Math.abs((v - y) * way[0]);
    if (ahead > 1 && ahead + 2 * aside < least) [best, least] = [spot, ahead + 2 * aside];
  }
  best?.focus();
});

// What others do comes onto the page by itself: what is open stays open, what is filled in stays, the focus stays.
const named = (place) => place.id ? `#${CSS.escape(place.id)}` : ["data-order", "data-at", "name", "href"].filter((name) => place.hasAttribute(name)).map((name) => `${place.tagName.toLowerCase()}[${name}="${CSS.escape(place.getAttribute(name))}"]`)[0];
const within = (place) => place.closest("#board") ? "#board " : "#live ";
const heading = (fold) => fold.querySelector("summary")?.firstChild?.textContent.trim();
const order = (field) => field.closest(".offer")?.querySelector("button")?.dataset.order;
const fields = () => [...document.querySelectorAll("#live [data-blank]")];
let before = null;

// While a form is on its way its answer comes: a page that was changed meanwhile would be gone again, with what was touched on it.
const ON_ITS_WAY = 10000;
let sent = -ON_ITS_WAY;
document.addEventListener("submit", (event) => { if (!event.target.matches("[hx-post]")) sent = performance.now(); });
window.addEventListener("pageshow", () => { sent = -ON_ITS_WAY; });

document.addEventListener("htmx:beforeSwap", (event) => {
  if (performance.now() - sent < ON_ITS_WAY) {
    event.detail.shouldSwap = false;
    return;
  }
  const place = document.activeElement;
  before = {
    folds: [...document.querySelectorAll("#live details[open]")].map(heading),
    values: new Map(fields().map((field) => [`${order(field)}|${field.dataset.blank}`, field.value])),
    scrolled: [...document.querySelectorAll("#live .offers")].map((list) => list.scrollTop),
    map: map() ? [map().scrollLeft, map().scrollTop] : [],
    focus: place?.tagName === "SUMMARY" ? heading(place.parentElement) : "",
    place: place?.closest("#live") && named(place) ? within(place) + named(place) : "",
    moment: document.querySelector("#order-form [name=moment]")?.value,
    from: place?.selectionStart, to: place?.selectionEnd,
  };
});
document.addEventListener("htmx:afterSettle", () => {
  if (!before) return;
  const kept = before, lost = document.activeElement === document.body; // who has gone on meanwhile is not called back
  before = null;
  zoomAsBefore(...kept.map);
  for (const fold of document.querySelectorAll("#live details")) {
    if (kept.folds.includes(heading(fold))) fold.open = true;
    if (lost && kept.focus && heading(fold) === kept.focus) fold.querySelector("summary").focus({ preventScroll: true });
  }
  for (const field of fields()) {
    const value = kept.values.get(`${order(field)}|${field.dataset.blank}`);
    if (value && (field.tagName !== "SELECT" || [...field.options].some((one) => one.value === value))) field.value = value;
  }
  document.querySelectorAll("#live .offers").forEach((list, n) => { list.scrollTop = kept.scrolled[n] ?? 0; });
  tellOdds(lines().join("\n"));
  unfold(document.getElementById(open)?.classList.contains("at-place") ? open : "");
  const moment = document.querySelector("#order-form [name=moment]")?.value;
  if (lines().length && moment !== kept.moment) for (const told of document.querySelectorAll("#live .gone-on")) told.hidden = false;
  const place = kept.place && document.querySelector(kept.place);
  if (place && lost && document.activeElement === document.body) {
    place.focus({ preventScroll: true });
    if (kept.from !== undefined && place.id === "orders") place.setSelectionRange(kept.from, kept.to);
  }
});
document.addEventListener("DOMContentLoaded", () => { gathered(); zoomAsBefore(); });
gathered();
zoomAsBefore();

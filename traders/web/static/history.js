// Steps through a history on its board: without this file its links do the same, a page each.
"use strict";

const player = document.getElementById("player");
const asked = new URLSearchParams(location.search);
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
const PACE = 1200; // milliseconds a step
const kept = new Map();
let playing = 0;
let unfolded = document.querySelector(".turn[open]"); // what the reader unfolds stays

// The board after a step, asked for once.
function step(number) {
  if (!kept.has(number)) {
    kept.set(number, fetch(`?only=step&at=${number}`).then((answer) => {
      if (!answer.ok) throw new Error(answer.statusText);
      return answer.text();
    }));
    kept.get(number).catch(() => kept.delete(number));
  }
  return kept.get(number);
}

const now = () => document.getElementById("step");
const way = (key) => now().querySelector(`a[data-key="${key}"]`)?.dataset.step;

// In the list the step's turn is unfolded; a step of another page brings that page.
function point(number) {
  for (const entry of document.querySelectorAll(".entry.here")) entry.classList.remove("here");
  const entry = document.getElementById(`e${number}`);
  if (!entry) return false;
  entry.classList.add("here");
  const turn = entry.closest("details");
  if (turn !== unfolded) {
    if (unfolded) unfolded.open = false;
    unfolded = turn.open ? null : turn;
    turn.open = true;
  }
  const list = entry.closest(".turns");
  if (list.scrollHeight > list.clientHeight) list.scrollTop += entry.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 3;
  return true;
}

async function show(number, button) {
  const query = new URLSearchParams(location.search);
  query.set("at", number);
  let html;
  try { html = await step(number); } catch (error) { return stop(); }
  if (!document.getElementById(`e${number}`)) return location.assign(`?${query}`);
  const key = document.activeElement?.dataset?.key;
  now().outerHTML = html;
  if (key && now().contains(document.activeElement) === false && button) (now().querySelector(`a[data-key="${key}"]`) || player).focus({ preventScroll: true });
  history.replaceState(null, "", `?${query}`);
  point(number);
  if (way("ArrowRight")) step(way("ArrowRight")).catch(() => {});
}

// --- playing by itself -----------------------------------------------------------------------------------------------------------

const button = document.getElementById("play");
const until = () => Number(player.dataset.until);

function stop() {
  clearTimeout(playing);
  playing = 0;
  button.textContent = "Play";
  button.setAttribute("aria-pressed", "false");
}

async function on() {
  const next = Number(way("ArrowRight") || 0);
  if (!next || next > until()) return stop();
  await show(next, false);
  if (playing) playing = setTimeout(on, PACE);
}

function play() {
  button.textContent = "Pause";
  button.setAttribute("aria-pressed", "true");
  playing = setTimeout(on, PACE);
}

if (player) {
  document.querySelector(".playing").hidden = false;
  button.addEventListener("click", () => {
    if (playing) return stop();
    const next = Number(way("ArrowRight") || 0);
    if (!next || next > until()) player.dataset.until = now().querySelector("a[data-key=ArrowRight]") ? 1e9 : until();
    play();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-step]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    stop();
    show(Number(link.dataset.step), true);
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
    const turn = { ArrowLeft: "PageUp", ArrowRight: "PageDown" }[event.key];
    const key = event.shiftKey && turn ? turn : event.key;
    if (!["ArrowLeft", "ArrowRight", "PageUp", "PageDown"].includes(key) || !way(key)) return;
    event.preventDefault();
    stop();
    show(Number(way(key)), true);
  });
  if (asked.has("at")) point(Number(asked.get("at")));
  if (asked.has("play") && !calm) play();
}

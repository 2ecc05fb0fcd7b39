// The board that plays itself: without this file it is a still.
"use strict";

const SHOWN_FOR = 2200;
const film = document.getElementById("film");
const still = film?.querySelector("img");

function plays(svg) {
  const shots = Number(svg.dataset.shots), told = JSON.parse(svg.dataset.told);
  const caption = document.getElementById("film-told"), button = document.getElementById("film-pause");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const parts = [...svg.querySelectorAll("[data-in]")].map((part) => [part, new Set(part.dataset.in.split(" ").map(Number))]);
  let shot = 0, running = 0;
  function next() {
    if (document.hidden) return;
    shot = (shot + 1) % shots;
    svg.dataset.shot = shot;
    for (const [part, shown] of parts) shown.has(shot) ? part.removeAttribute("display") : part.setAttribute("display", "none");
    if (told[shot]) caption.textContent = told[shot];
  }
  function turn(on) {
    clearInterval(running);
    running = on ? setInterval(next, SHOWN_FOR) : 0;
    button.textContent = on ? "Pause" : "Play";
  }
  button.hidden = false;
  button.addEventListener("click", () => turn(!running));
  calm.addEventListener("change", () => turn(!calm.matches));
  turn(!calm.matches);
}

async function load() {
  const answer = await fetch(still.src);
  if (!answer.ok) return;
  const svg = document.importNode(new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement, true);
  if (Number(svg.dataset.shots) < 2) return;
  svg.setAttribute("aria-label", still.alt);
  still.replaceWith(svg);
  plays(svg);
}
if (still) load().catch(() => { /* the still stays */ });

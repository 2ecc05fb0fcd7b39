// The keys of a game's pages. Without this file what they do stands on the page.
"use strict";

const keys = document.getElementById("keys"), letters = document.getElementById("letter-keys");
document.documentElement.classList.add("with-keys");

// Keys of one letter can be turned off: who speaks to the machine, or misses keys, sends nothing by chance.
try { letters.checked = localStorage.getItem("letter keys") !== "off"; } catch (error) { /* a browser that keeps nothing has them */ }
letters.addEventListener("change", () => {
  try { localStorage.setItem("letter keys", letters.checked ? "on" : "off"); } catch (error) { /* for this page alone */ }
});

const FOCUS = { b: () => document.querySelector("#board a.spot") ?? document.getElementById("board"), o: () => document.getElementById("orders") };
function press(key) {
  const row = keys.querySelector(`[data-key="${CSS.escape(key)}"]`), box = document.getElementById("orders");
  if (!row) return false;
  keys.close();
  const place = FOCUS[key] ? FOCUS[key]() : key === "Enter" && !box.value.trim() ? box : null;
  if (place) {
    place.focus();
    place.scrollIntoView({ block: "nearest" });
  } else row.click();
  return true;
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-keys]")) keys.showModal();
  const row = event.isTrusted && event.target.closest("#keys [data-key]");
  if (row && press(row.dataset.key)) event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.repeat || event.isComposing || event.defaultPrevented) return;
  let done = false;
  if (event.ctrlKey || event.metaKey) done = event.key === "Enter" && press("Enter");
  else if (event.target.closest?.("textarea, select, input:not([type=checkbox], [type=radio])")) return;
  else if (event.key === "?") {
    if (keys.open) keys.close();
    else keys.showModal();
    done = true;
  } else if (letters.checked && event.key.length === 1) done = press(event.key.toLowerCase());
  if (done) event.preventDefault();
});

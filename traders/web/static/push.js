// Adds this browser to those that show messages; the button is there only where that is possible.
"use strict";

const subscribing = document.getElementById("subscribe");

function octets(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

async function subscribe() {
  const told = document.getElementById("push-problem");
  told.textContent = "";
  try {
    if (await Notification.requestPermission() !== "granted") throw new Error("This browser does not allow messages from this site. Allow them in its settings, then try again.");
    const worker = await navigator.serviceWorker.register("/service-worker.js");
    await navigator.serviceWorker.ready;
    const key = { userVisibleOnly: true, applicationServerKey: octets(subscribing.dataset.key) };
    // one made under another key of the server would never show anything
    await (await worker.pushManager.getSubscription())?.unsubscribe();
    const given = (await worker.pushManager.subscribe(key)).toJSON();
    subscribing.elements.endpoint.value = given.endpoint;
    subscribing.elements.p256dh.value = given.keys.p256dh;
    subscribing.elements.auth.value = given.keys.auth;
    subscribing.submit();
  } catch (error) {
    told.textContent = `This browser was not added. ${error.message}`;
  }
}

if (subscribing && "serviceWorker" in navigator && "PushManager" in window) {
  subscribing.hidden = false;
  subscribing.addEventListener("submit", (event) => { event.preventDefault(); subscribe(); });
}

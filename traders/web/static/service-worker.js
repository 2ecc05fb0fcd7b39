// Shows messages that this server sent, and opens their page.
"use strict";

self.addEventListener("push", (event) => {
  let told = {};
  try { told = event.data.json(); } catch (error) { /* shown without words */ }
  const options = { body: told.due ? "Open the board and all orders." : "", data: told.url || "/", tag: told.about || told.id, icon: "/static/mark.svg" };
  event.waitUntil(self.registration.showNotification(told.subject || "Traders by Post", options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const page = new URL(event.notification.data || "/", self.location.origin);
  if (page.origin === self.location.origin) event.waitUntil(self.clients.openWindow(page.href));
});

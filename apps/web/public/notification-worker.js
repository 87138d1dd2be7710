// Shows notifications on Android, where a page alone may not. It has no handler for `fetch`: no request goes through it.
self.addEventListener('notificationclick', (event) => {
  const { chatId } = event.notification.data
  event.notification.close()
  const open = async () => {
    const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    if (!page) return self.clients.openWindow(`/chat/${chatId}`)
    await page.focus()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of a worker has no such argument
    page.postMessage({ selectedChatId: chatId })
  }
  event.waitUntil(open())
})

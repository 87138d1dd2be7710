import { z } from 'zod'
import { notificationSelected } from './notification-selected.ts'

const Selected = z.object({ selectedChatId: z.string() })

/** Chrome on Android shows a notification only through a service worker. This one responds to no request. */
async function showByWorker(title: string, options: NotificationOptions) {
  const { serviceWorker } = navigator
  await serviceWorker.register('/notification-worker.js')
  const registration = await serviceWorker.ready
  serviceWorker.addEventListener('message', handleMessage)
  serviceWorker.startMessages()
  await registration.showNotification(title, options)
}

function handleMessage({ data }: MessageEvent<unknown>) {
  const selected = Selected.safeParse(data).data
  if (selected) notificationSelected.emit(selected.selectedChatId)
}

/** Shows a notification that leads to a chat; one of the same chat takes its place, also from another tab. */
export async function showNotification(title: string, body: string, chatId: string): Promise<void> {
  const options: NotificationOptions = { body, tag: chatId, icon: '/favicon.svg', data: { chatId } }
  let notification: Notification
  try {
    notification = new Notification(title, options)
  } catch {
    return showByWorker(title, options)
  }
  notification.addEventListener('click', () => {
    window.focus()
    notification.close()
    notificationSelected.emit(chatId)
  })
}

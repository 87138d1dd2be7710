import { createEvent } from '#shared/external-store.ts'

/** The user has selected the notification of a chat. */
export const notificationSelected = createEvent<[chatId: string]>()

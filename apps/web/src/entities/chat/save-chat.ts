import { exportChats } from '@heddle/contracts/chat/bulk'
import { exportChat } from '@heddle/contracts/chat/history'
import { sendSignedIn } from '#shared/api/client.ts'
import { saveFile } from '#shared/files/save-file.ts'

/** Of many chats at once; one may be a Word file too. */
export type ExportFormat = 'md' | 'json'

/** A file of a chat, or of one message of it. */
export type ChatExportRequest = { readonly format: ExportFormat | 'docx'; readonly messageId?: string }

/** Returns the file name of a Content-Disposition header: `filename*` of RFC 6266. */
export function readFileName(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  return encoded && decodeURIComponent(encoded)
}

const readTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Downloads a chat as a file, with times in the browser's time zone. */
export async function saveChat(chatId: string, { format, messageId }: ChatExportRequest): Promise<void> {
  const query = { format, time_zone: readTimeZone(), ...(messageId !== undefined && { message_id: messageId }) }
  const response = await sendSignedIn(exportChat, { params: { id: chatId }, query }, '*/*')
  await saveResponse(response, `chat.${format}`)
}

/** Downloads chats as a zip with a file of each. */
export async function saveChats(ids: readonly string[], format: ExportFormat): Promise<void> {
  const response = await sendSignedIn(exportChats, { body: { ids, format, time_zone: readTimeZone() } }, '*/*')
  await saveResponse(response, 'chats.zip')
}

async function saveResponse(response: Response, defaultName: string): Promise<void> {
  const name = readFileName(response.headers.get('content-disposition')) ?? defaultName
  saveFile(name, response.headers.get('content-type') ?? '', await response.blob())
}

import { exportChat } from '@heddle/contracts/chat/history'
import { sendSignedIn } from '#shared/api/client.ts'
import { saveFile } from '#shared/files/save-file.ts'

export type ExportFormat = 'md' | 'json'

/** Returns the file name of a Content-Disposition header: `filename*` of RFC 6266. */
export function readFileName(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  return encoded && decodeURIComponent(encoded)
}

/** Downloads a chat as a file, with times in the browser's time zone. */
export async function saveChat(chatId: string, format: ExportFormat): Promise<void> {
  const query = { format, time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone }
  const answer = await sendSignedIn(exportChat, { params: { id: chatId }, query }, '*/*')
  const name = readFileName(answer.headers.get('content-disposition')) ?? `chat.${format}`
  saveFile(name, answer.headers.get('content-type') ?? '', await answer.blob())
}

import type { MessageFile } from '@heddle/contracts/message'

export type PreviewProps = {
  chatId: string
  file: Pick<MessageFile, 'id' | 'name' | 'media_type'>
  /** Where to open it, from 1. */
  page: number
  /** What to mark there. */
  passage: string | null
}

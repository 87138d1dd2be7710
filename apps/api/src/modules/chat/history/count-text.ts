// How often messages have a text, as their readers see it.
import { fold } from '@heddle/text/language/folding'
import { setImmediate as otherRequests } from 'node:timers/promises'
import type { MessageRow } from '../../message/message.sql.ts'
import { toReadableText } from './readable-text.ts'

/** Characters that are read in one turn of the event loop, some milliseconds. */
const turn = 200_000

export type TextCount = { readonly messageId: string; readonly index: number; readonly count: number }

/** Returns the messages that have the text, whatever its case and width; a question is shown as it was typed. */
export async function countText(messages: readonly MessageRow[], text: string): Promise<TextCount[]> {
  const wanted = fold(text)
  const found: TextCount[] = []
  let read = 0
  for (const { id, depth, role, content } of messages) {
    const count = wanted === '' ? 0 : fold(role === 'user' ? content : toReadableText(content)).split(wanted).length - 1
    if (count > 0) found.push({ messageId: id, index: depth, count })
    read += content.length
    if (read < turn) continue
    read = 0
    await otherRequests()
  }
  return found
}

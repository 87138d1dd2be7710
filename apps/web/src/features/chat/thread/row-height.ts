import type { Message } from '@heddle/contracts/message/message'

// For a column of 46 rem with 1 rem = 16 px. The estimate affects only the scrollbar, until a row is measured.
const lineHeight = 27
const lettersOfLine = 88
const aroundText = { user: 51, assistant: 110 } as const
const maxLinesOfQuestion = 18

const estimates = new WeakMap<Message, number>()

/** The estimated height of a message that is not known yet, in pixels. */
export const unknownHeight = { user: 80, assistant: 280 } as const

/** Returns the estimated height of a message in pixels. */
export function estimateHeight(message: Message): number {
  const known = estimates.get(message)
  if (known !== undefined) return known
  let lines = 0
  let letters = 0
  for (let at = 0, end = 0; at <= message.content.length; at = end + 1) {
    end = message.content.indexOf('\n', at)
    if (end === -1) end = message.content.length
    letters = end - at
    if (letters > 0) lines += Math.ceil(letters / lettersOfLine)
  }
  const shown = message.role === 'user' ? Math.min(lines, maxLinesOfQuestion) : lines
  const height = aroundText[message.role] + shown * lineHeight
  estimates.set(message, height)
  return height
}

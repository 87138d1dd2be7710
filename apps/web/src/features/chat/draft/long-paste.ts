import { useState } from 'react'

const maxPasted = { characters: 4_000, lines: 60 }

/** Returns whether a pasted text is long enough for a file. */
const isLongPaste = (text: string): boolean => text.length > maxPasted.characters || text.split('\n').length > maxPasted.lines

/** Creates a text file of a pasted text. */
export function createPasteFile(text: string, now: Date): File {
  const day = [now.getFullYear(), String(now.getMonth() + 1).padStart(2, '0'), String(now.getDate()).padStart(2, '0')].join('-')
  return new File([text], `pasted-${day}.txt`, { type: 'text/plain' })
}

/** Returns the draft without the text pasted at `at`; null when that text was changed. */
function removePaste(draft: string, { text, at }: Paste): string | null {
  const found = draft.startsWith(text, at) ? at : draft.indexOf(text)
  return found === -1 ? null : draft.slice(0, found) + draft.slice(found + text.length)
}

export type Paste = { readonly text: string; readonly at: number }

/** Tracks a long pasted text that may become a file, while it is unchanged in the draft. */
export function useLongPaste(draft: string) {
  const [paste, setPaste] = useState<Paste | null>(null)
  const rest = paste && removePaste(draft, paste)
  return {
    /** The pasted text and the draft without it; null when it cannot be removed. */
    offer: paste && rest !== null ? { text: paste.text, rest } : null,
    notice: (text: string, at: number) => {
      // With the line breaks of a text field.
      const lines = text.replaceAll(/\r\n?/g, '\n')
      if (isLongPaste(lines)) setPaste({ text: lines, at })
    },
    dismiss: () => setPaste(null),
  }
}

import { useState } from 'react'

const maxPasted = { characters: 4_000, lines: 60 }

/** Whether a text is so long that it reads better as a file. */
const isLongPaste = (text: string): boolean => text.length > maxPasted.characters || text.split('\n').length > maxPasted.lines

/** A file of a text that was pasted. */
export function createPasteFile(text: string, now: Date): File {
  const day = [now.getFullYear(), String(now.getMonth() + 1).padStart(2, '0'), String(now.getDate()).padStart(2, '0')].join('-')
  return new File([text], `pasted-${day}.txt`, { type: 'text/plain' })
}

/** The draft without what was pasted at `at`; null when it is no longer there as it was. */
function removePaste(draft: string, { text, at }: Paste): string | null {
  const found = draft.startsWith(text, at) ? at : draft.indexOf(text)
  return found === -1 ? null : draft.slice(0, found) + draft.slice(found + text.length)
}

export type Paste = { readonly text: string; readonly at: number }

/** A long text that was pasted and may become a file, for as long as it is in the draft as it was. */
export function useLongPaste(draft: string) {
  const [paste, setPaste] = useState<Paste | null>(null)
  const rest = paste && removePaste(draft, paste)
  return {
    /** The draft without it, while it can be taken out. */
    offer: paste && rest !== null ? { text: paste.text, rest } : null,
    notice: (text: string, at: number) => {
      // As a text field has it.
      const lines = text.replaceAll(/\r\n?/g, '\n')
      if (isLongPaste(lines)) setPaste({ text: lines, at })
    },
    dismiss: () => setPaste(null),
  }
}

// Collects the events of one read, adjacent ones of one type joined, and their text as it may be stored and sent.
import type { ModelEvent } from '@heddle/workflow/model/ports'
import { measureComplete, toStorableText } from '../../../database/storable-text.ts'

export function createEventBatch() {
  let events: ModelEvent[] = []
  /** The text that is being joined, and its type. */
  let type: 'reasoning' | 'text' = 'text'
  let text = ''
  let bytes = 0
  let hasText = false

  function close(joined: string) {
    const clean = toStorableText(joined)
    if (clean === '') return
    bytes += Buffer.byteLength(clean)
    events.push({ type, text: clean })
  }

  function closeText() {
    close(text)
    text = ''
  }

  return {
    addText: (newType: 'reasoning' | 'text', piece: string) => {
      if (newType === 'text') hasText = true
      if (newType === type) {
        text += piece
        return
      }
      closeText()
      type = newType
      text = piece
    },
    add(event: ModelEvent) {
      closeText()
      events.push(event)
    },
    closeText,
    /** Returns the events since the last call, but for half a character whose other half is still to come. */
    take(isEnd = false): readonly ModelEvent[] {
      const length = isEnd ? text.length : measureComplete(text)
      close(text.slice(0, length))
      text = text.slice(length)
      const taken = events
      events = []
      return taken
    },
    hasText: () => hasText,
    /** Whether anything of the reply has come. */
    hasBegun: () => hasText || bytes > 0 || text !== '',
    /** Returns the bytes of all texts so far, in UTF-8. */
    countBytes: () => bytes,
  }
}

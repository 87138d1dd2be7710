import { listPieces, type SplitMarkdown } from './blocks/blocks.ts'
import { writePosition } from './syntax/footnote-marks.ts'

export type NumberedNotes = {
  /** What each piece of each block has to know of the notes that it names. */
  readonly definitions: readonly (readonly string[])[]
  /** The notes that are named, in the order of their numbers. */
  readonly notes: readonly { readonly number: number; readonly text: string }[]
}

const none: NumberedNotes = { definitions: [], notes: [] }
const mark = /\[\^([^\]\s[]{1,100})\]/g

/** Numbers the footnotes of a text by their first marks. */
export function numberFootnotes({ blocks, notes }: SplitMarkdown): NumberedNotes {
  if (notes.length === 0) return none
  const written = new Map(notes.toReversed().map(({ label, text }) => [label.toLowerCase(), text]))
  const numbers = new Map<string, number>()
  const counts = new Map<string, number>()
  const definePositions = (source: string) => {
    const positions = new Map<string, string>()
    for (const [, label = ''] of source.matchAll(mark)) {
      const name = label.toLowerCase()
      if (!written.has(name)) continue
      const number = numbers.get(name) ?? numbers.size + 1
      const before = counts.get(name) ?? 0
      numbers.set(name, number)
      counts.set(name, before + 1)
      if (!positions.has(name)) positions.set(name, writePosition(label, number, before))
    }
    return [...positions.values()].join('\n\n')
  }
  const definitions = blocks.map((block) => listPieces(block).map(definePositions))
  return { definitions, notes: [...numbers].map(([name, number]) => ({ number, text: written.get(name) ?? '' })) }
}

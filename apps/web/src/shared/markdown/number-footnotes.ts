import { readSource, type SplitMarkdown } from './blocks.ts'
import { writePosition } from './syntax/footnote-marks.ts'

export type NumberedNotes = {
  /** What each block has to know of the notes that it names, in the order of the blocks. */
  readonly definitions: readonly string[]
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
  const definitions = blocks.map((block) => {
    const positions = new Map<string, string>()
    const source = block.kind === 'markdown' || block.kind === 'table' ? readSource(block) : ''
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
  })
  return { definitions, notes: [...numbers].map(([name, number]) => ({ number, text: written.get(name) ?? '' })) }
}

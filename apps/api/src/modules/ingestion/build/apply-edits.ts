// What administrators have changed of the chunks of a source, given to the chunks of a new index.
import { countTokens } from '@heddle/text/count-tokens'
import { computeOverlap, listGrams, sameTextShare } from '@heddle/retrieval/passage/text-overlap'
import type { CutChunk } from './cut-chunks.ts'

export type StoredEdit = {
  readonly id: string
  /** The text of the chunk as it was cut; null for a chunk that was added. */
  readonly originalText: string | null
  /** Null leaves the text as it was cut. */
  readonly text: string | null
  readonly enabled: boolean
}

/** Returns the chunks with their edits, and after them those that were added. An edit whose text is gone is given to none. */
export function applyEdits(chunks: readonly CutChunk[], edits: readonly StoredEdit[]): CutChunk[] {
  const placed = placeEdits(
    chunks.map(({ text }) => text),
    edits,
  )
  const edited = chunks.map((chunk, index) => {
    const edit = placed.get(index)
    return edit ? editChunk(chunk, edit) : chunk
  })
  const added = edits.flatMap((edit) => (edit.originalText === null ? [editChunk(emptyChunk, edit)] : []))
  return [...edited, ...added]
}

/** What an edit changes of a chunk. */
export type EditableChunk = Pick<CutChunk, 'text' | 'repeatedLength' | 'tokenCount' | 'enabled' | 'editId'>

/** What an added chunk is made of. */
export const emptyChunk: CutChunk = {
  spans: [],
  text: '',
  repeatedLength: 0,
  headingPath: [],
  pageFrom: null,
  pageTo: null,
  tokenCount: 0,
  enabled: true,
  editId: null,
}

/** Returns a chunk as an edit leaves it. */
export function editChunk<Chunk extends EditableChunk>(chunk: Chunk, { id, text, enabled }: StoredEdit): Chunk {
  if (text === null) return { ...chunk, editId: id, enabled }
  return { ...chunk, editId: id, enabled, text, repeatedLength: 0, tokenCount: countTokens(text) }
}

/** Returns the edits by the index of the text that each was made of: the same one, else the one that has most of it. */
export function placeEdits<Edit extends StoredEdit>(texts: readonly string[], edits: readonly Edit[]): Map<number, Edit> {
  const placed = new Map<number, Edit>()
  const others = edits.filter((edit) => {
    if (edit.originalText === null) return false
    const index = texts.findIndex((text, at) => text === edit.originalText && !placed.has(at))
    if (index >= 0) placed.set(index, edit)
    return index < 0
  })
  if (others.length === 0) return placed
  const grams = texts.map(listGrams)
  const overlaps = others.flatMap((edit) => {
    const expected = listGrams(edit.originalText ?? '')
    return grams.flatMap((found, index) => {
      const share = placed.has(index) ? 0 : computeOverlap(expected, found)
      return share >= sameTextShare ? [{ edit, index, share }] : []
    })
  })
  const done = new Set<string>()
  for (const { edit, index } of overlaps.toSorted((one, other) => other.share - one.share)) {
    if (placed.has(index) || done.has(edit.id)) continue
    placed.set(index, edit)
    done.add(edit.id)
  }
  return placed
}

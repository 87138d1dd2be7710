// What a source is called, and what may be done with it in its state.
import type { SourceState } from '@heddle/contracts/collection/collection'
import { limits } from '@heddle/contracts/limits'
import { removeInvisible } from '@heddle/contracts/visible-text'

const running: ReadonlySet<SourceState> = new Set(['queued', 'parsing', 'chunking', 'embedding'])

export const canCancel = (state: SourceState) => running.has(state)
/** Also at once what waits for another attempt. */
export const canRetry = ({ state, failure }: { readonly state: SourceState; readonly failure: unknown }) =>
  state === 'failed' || state === 'cancelled' || (state === 'queued' && failure !== null)

/** Returns the title of a file: its name without the ending. */
export function toTitle(fileName: string): string {
  const visible = removeInvisible(fileName).trim()
  const title = visible.replace(/\.[^.]+$/, '') || visible
  return title.slice(0, limits.nameCharacters).toWellFormed()
}

/** Returns the name of the file that a pasted text is kept as. */
export const textFileName = (title: string) => `${title.replaceAll(/[/\\\p{Cc}]/gu, '_')}.md`

/** Returns the tags with some added and others removed, each once, as many as a source may have. */
export function changeTags(
  tags: readonly string[],
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
) {
  const kept = [...tags, ...add].filter((tag) => !remove.includes(tag))
  return [...new Set(kept)].slice(0, limits.tagsPerSource)
}

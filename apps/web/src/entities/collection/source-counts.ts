import type { CollectionItem, SourceState } from '@heddle/contracts/collection/collection'
import type { Source } from '@heddle/contracts/collection/source'

/** The states on the way into the index. */
export const runningStates = ['queued', 'parsing', 'chunking', 'embedding'] as const satisfies readonly SourceState[]

export const isRunning = (state: SourceState): boolean => runningStates.some((running) => running === state)

/** Whether a source may be tried again: also at once, where it waits for another attempt. */
export const canRetrySource = ({ state, failure }: Source): boolean =>
  state === 'failed' || state === 'cancelled' || (state === 'queued' && failure !== null)

/** Whether the address of a source has turned out to be a sitemap: its pages are sources of their own, and it has no passages. */
export const isSitemap = ({ kind, state, is_searchable: isSearchable }: Source): boolean =>
  kind === 'url' && state === 'indexed' && !isSearchable

/** Returns how many sources there are, and how many of them are on their way and have failed. */
export function sumSourceStates(sources: CollectionItem['sources']): { total: number; running: number; failed: number } {
  const add = (states: readonly SourceState[]) => states.reduce((sum, state) => sum + (sources[state] ?? 0), 0)
  return { total: add(Object.keys(sources) as SourceState[]), running: add(runningStates), failed: add(['failed']) }
}

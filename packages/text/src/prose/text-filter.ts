/**
 * Changes a text that arrives in pieces, however it is cut. What `push` and `finish` return, joined, is the same for every way
 * to cut the same text.
 */
export type TextFilter = {
  /** Takes the next piece; returns what can be said now, '' while it has to see more. */
  readonly push: (text: string) => string
  /** Returns what was held back, once there is no more. */
  readonly finish: () => string
}

/** Returns one filter that passes a text through all of them, the first one first. */
export function chainFilters(filters: readonly TextFilter[]): TextFilter {
  return {
    push: (text) => filters.reduce((piece, filter) => (piece === '' ? '' : filter.push(piece)), text),
    finish: () => filters.reduce((rest, filter) => (rest === '' ? '' : filter.push(rest)) + filter.finish(), ''),
  }
}

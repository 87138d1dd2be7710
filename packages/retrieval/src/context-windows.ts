// What a model is given around a hit: the chunk and its neighbors under the same heading (small-to-big retrieval without a second index).

/** Tokens of one window. */
const maxWindowTokens = 1_200

export type WindowPosition = { readonly source: string; readonly chunk: number }
export type ChunkSize = { readonly tokens: number; readonly headingPath: readonly string[] }

/** Chunks `from` to `to` of a source, both included; `hits` are those of them that were found, the best one first. */
export type ContextWindow = { readonly source: string; readonly from: number; readonly to: number; readonly hits: readonly number[] }

type Window = {
  readonly source: string
  readonly hit: number
  readonly headingPath: ChunkSize['headingPath']
  from: number
  to: number
  tokens: number
}

/**
 * Returns the windows of hits in the order of their best one, as many as fit `budget` tokens. A hit grows by the chunk before and the one
 * behind it where these have the same heading path and the window has at most 1,200 tokens; windows of a source that touch are one within
 * the same bounds. A hit that does not fit any more is left out, and a smaller one behind it may still fit; the hits come before the neighbors, so that
 * no neighbor of a better hit takes the room of a worse one.
 *
 * @param hits the best one first
 * @param findChunk the size of a chunk; null where the source has none with that number, or none that may be shown
 */
export function growWindows(
  hits: readonly WindowPosition[],
  findChunk: (position: WindowPosition) => ChunkSize | null,
  budget: number,
): ContextWindow[] {
  const windows: Window[] = []
  let remaining = budget
  for (const { source, chunk } of hits) {
    const size = findChunk({ source, chunk })
    if (!size || size.tokens > remaining || windows.some((window) => window.source === source && window.hit === chunk)) continue
    windows.push({ source, hit: chunk, from: chunk, to: chunk, ...size })
    remaining -= size.tokens
  }

  const isUsed = (source: string, chunk: number) =>
    windows.some((window) => window.source === source && window.from <= chunk && chunk <= window.to)
  for (const window of windows) {
    const { source, hit, headingPath } = window
    for (const chunk of [hit - 1, hit + 1]) {
      const neighbor = findChunk({ source, chunk })
      if (!neighbor || isUsed(source, chunk) || !isSamePath(neighbor.headingPath, headingPath)) continue
      if (neighbor.tokens > remaining || window.tokens + neighbor.tokens > maxWindowTokens) continue
      window.from = Math.min(window.from, chunk)
      window.to = Math.max(window.to, chunk)
      window.tokens += neighbor.tokens
      remaining -= neighbor.tokens
    }
  }
  return mergeWindows(windows)
}

const isSamePath = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((heading, index) => heading === b[index])

function mergeWindows(windows: readonly Window[]): ContextWindow[] {
  const merged: (Omit<Window, 'hit'> & { ranks: number[] })[] = []
  const ranked = windows.map((window, rank) => ({ ...window, rank }))
  for (const { rank, hit: _, ...window } of ranked.toSorted((a, b) => a.from - b.from)) {
    const before = merged.findLast(({ source }) => source === window.source)
    const touches = before?.to === window.from - 1 && isSamePath(before.headingPath, window.headingPath)
    if (before && touches && before.tokens + window.tokens <= maxWindowTokens) {
      before.to = window.to
      before.tokens += window.tokens
      before.ranks.push(rank)
    } else {
      merged.push({ ...window, ranks: [rank] })
    }
  }
  return merged
    .map(({ source, from, to, ranks }) => ({ source, from, to, ranks: ranks.toSorted((a, b) => a - b) }))
    .toSorted((a, b) => (a.ranks[0] ?? 0) - (b.ranks[0] ?? 0))
    .map(({ ranks, ...window }) => ({ ...window, hits: ranks.flatMap((rank) => windows[rank]?.hit ?? []) }))
}

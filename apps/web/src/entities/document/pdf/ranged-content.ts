// A large file is read in the ranges that are needed of it.

/** Requests a file as it was uploaded, or by `headers` a range of it. */
export type FetchContent = (options: { signal: AbortSignal; headers?: Readonly<Record<string, string>> }) => Promise<Response>

/** The tab sends few requests a second: smaller ranges would wait for their turn longer than for their bytes. */
export const rangeBytes = 256 * 1024

export type RangedContent = {
  readonly sizeBytes: number
  /** The first range; all there is of a small file. */
  readonly first: ArrayBuffer
  /** Reads from `begin` up to, not including, `end`. Throws as `call`, and when the file has been replaced since the first range. */
  readonly read: (begin: number, end: number, signal: AbortSignal) => Promise<ArrayBuffer>
}

export async function openRangedContent(fetchContent: FetchContent, opening: AbortSignal): Promise<RangedContent> {
  const response = await fetchContent({ signal: opening, headers: { range: `bytes=0-${rangeBytes - 1}` } })
  const first = await response.arrayBuffer()
  const etag = response.headers.get('etag') ?? ''
  return {
    sizeBytes: response.status === 206 ? Number(response.headers.get('content-range')?.split('/')[1]) : first.byteLength,
    first,
    async read(begin, end, signal) {
      const part = await fetchContent({ signal, headers: { range: `bytes=${begin}-${end - 1}`, 'if-range': etag } })
      if (part.status === 206) return part.arrayBuffer()
      await part.body?.cancel()
      throw new Error('The file has been replaced')
    },
  }
}

// Opens replies and reads them like a client, with node:http, so that the client costs little and the same for every target.
import { Agent, request } from 'node:http'
import { createHistogram } from 'node:perf_hooks'
import { createStampReader } from '@heddle/demo-model/stamp'

export type LoadTarget = {
  /** Returns the next request; replies of one slot never overlap. */
  next(slot: number): { url: URL; headers: Record<string, string>; body: string }
  /** Matches an event with text; its first group is the text as JSON. Stamps need no escapes. */
  readonly textEvent: RegExp
  /** Text that ends a complete reply. */
  readonly end: string
  /** The number of stamped tokens of a complete reply. */
  readonly tokens: number
}

export type Sample = {
  readonly firstTokenMs: number
  readonly textBytes: number
  readonly error: string | undefined
}

/** Called for each token with its milliseconds from the model's write to the client's read. */
type TransitObserver = (milliseconds: number) => void

const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

/** Keeps `concurrency` replies open, `rounds` in a row for each slot, started evenly over `rampMs`. Returns one sample a reply. */
export async function load(
  target: LoadTarget,
  concurrency: number,
  rounds: number,
  rampMs: number,
  onTransit: TransitObserver = () => {},
): Promise<Sample[]> {
  const slots = Array.from({ length: concurrency }, async (_, slot) => {
    await new Promise((resolve) => setTimeout(resolve, (rampMs * slot) / concurrency))
    const samples: Sample[] = []
    for (let round = 0; round < rounds; round++) samples.push(await readReply(target, slot, onTransit))
    return samples
  })
  return (await Promise.all(slots)).flat()
}

/** Opens the next reply of a slot and reads it to its end. */
export function readReply(target: LoadTarget, slot: number, onTransit: TransitObserver): Promise<Sample> {
  const { url, headers, body } = target.next(slot)
  const begun = performance.now()
  return new Promise((resolve) => {
    let firstTokenMs = Number.NaN
    let tokens = 0
    let textBytes = 0
    const readStamps = createStampReader()
    let line = ''
    let isComplete = false
    const finish = (error: string | undefined) => resolve({ firstTokenMs, textBytes, error })

    function readLine(text: string) {
      isComplete ||= text.startsWith(target.end)
      const piece = target.textEvent.exec(text)?.[1]
      if (!piece) return
      if (Number.isNaN(firstTokenMs)) firstTokenMs = performance.now() - begun
      textBytes += Buffer.byteLength(piece)
      for (const transitMs of readStamps(piece)) {
        tokens += 1
        onTransit(transitMs)
      }
    }

    function findError(status: number | undefined) {
      if (status !== 200) return `${status} ${line}`
      if (!isComplete) return `incomplete: ${line.slice(-120)}`
      return tokens === target.tokens ? undefined : `${tokens} tokens of ${target.tokens}`
    }

    const call = request(
      url,
      { agent, method: 'POST', headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers } },
      (response) => {
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          const lines = (line + chunk).split('\n')
          line = lines.pop() ?? ''
          lines.forEach(readLine)
        })
        response.on('end', () => finish(findError(response.statusCode)))
        response.on('error', (error) => finish(error.message))
      },
    )
    call.on('error', (error) => finish(error.message))
    call.end(body)
  })
}

/** Returns the value below which the given share (0 to 1) of the numbers lies; NaN for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const unitsPerMillisecond = 100

/** A histogram of milliseconds, whose memory does not grow with their number; percentiles are exact to 0.1 %. */
export type Durations = {
  readonly record: (milliseconds: number) => void
  /** Returns the value below which the given share (0 to 1) lies; NaN without any. */
  readonly percentile: (share: number) => number
}

export function createDurations(): Durations {
  const histogram = createHistogram({ lowest: 1, highest: 3_600_000 * unitsPerMillisecond, figures: 3 })
  return {
    record: (milliseconds) => histogram.record(Math.max(1, Math.round(milliseconds * unitsPerMillisecond))),
    percentile: (share) => (histogram.count === 0 ? Number.NaN : histogram.percentile(share * 100) / unitsPerMillisecond),
  }
}

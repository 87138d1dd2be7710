// Opens replies and reads them like a client, with node:http, so that the client costs little and the same for every target.
import { Agent, request } from 'node:http'

export type Target = {
  /** Returns the next request; replies of one slot never overlap. */
  next(slot: number): { url: URL; headers: Record<string, string>; body: string }
  /** Text by which the first token is recognised. */
  readonly firstToken: string
  /** Text that ends a complete reply. */
  readonly end: string
}

export type Sample = { readonly firstTokenMs: number; readonly totalMs: number; readonly error: string | undefined }

const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

/** Keeps `concurrency` replies open, `rounds` in a row for each slot, started evenly over `rampMs`. Returns one sample a reply. */
export async function load(target: Target, concurrency: number, rounds: number, rampMs: number): Promise<Sample[]> {
  const slots = Array.from({ length: concurrency }, async (_, slot) => {
    await new Promise((resolve) => setTimeout(resolve, (rampMs * slot) / concurrency))
    const samples: Sample[] = []
    for (let round = 0; round < rounds; round++) samples.push(await readReply(target, slot))
    return samples
  })
  return (await Promise.all(slots)).flat()
}

function readReply(target: Target, slot: number): Promise<Sample> {
  const { url, headers, body } = target.next(slot)
  const begun = performance.now()
  return new Promise((resolve) => {
    let firstTokenMs = Number.NaN
    let tail = ''
    let isComplete = false
    const finish = (error: string | undefined) => resolve({ firstTokenMs, totalMs: performance.now() - begun, error })
    const call = request(
      url,
      { agent, method: 'POST', headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers } },
      (answer) => {
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => {
          const seen = tail + chunk
          if (Number.isNaN(firstTokenMs) && seen.includes(target.firstToken)) firstTokenMs = performance.now() - begun
          isComplete ||= seen.includes(target.end)
          tail = seen.slice(-400)
        })
        answer.on('end', () => {
          if (answer.statusCode !== 200) finish(`${answer.statusCode} ${tail}`)
          else finish(isComplete ? undefined : `incomplete: ${tail.slice(-120)}`)
        })
        answer.on('error', (error) => finish(error.message))
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

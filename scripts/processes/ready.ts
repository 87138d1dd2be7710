// Waits for a child process that serves HTTP.
import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from './start-lock.ts'
import type { Child } from './child.ts'

/** Returns the status of a response, undefined without one; not by `fetch`, which takes 10 MB. */
const readStatus = (url: string) =>
  new Promise<number | undefined>((done) => {
    const request = get(url, { agent: false, timeout: 2_000 }, (response) => {
      response.resume()
      done(response.statusCode)
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => done(undefined))
  })

export type Patience = {
  /** Aborted to cancel the start. */
  readonly signal?: AbortSignal
  readonly maxMs?: number
}

/** Waits until the response at `url` has status 200. Throws a `StartError` with the end of the child's log when it does not get so far. */
export async function waitUntilReady(url: string, child: Child, { signal, maxMs = Number.POSITIVE_INFINITY }: Patience = {}) {
  const deadline = performance.now() + maxMs
  const fail = async (problem: string) => {
    throw new StartError(`The ${child.name} ${problem}. Its last words:\n${await child.readLogTail()}`)
  }
  for (;;) {
    signal?.throwIfAborted()
    if (!child.isRunning()) await fail(`has ${await child.ended}`)
    if ((await readStatus(url)) === 200) return
    if (performance.now() > deadline) await fail(`is not ready after ${maxMs} ms`)
    await delay(50)
  }
}

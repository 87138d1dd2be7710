// How long a page takes for a key: its work, and the time until the end of its frame.
import { percentile } from '../load/load.ts'

type Summary = { readonly p50: number; readonly p95: number; readonly max: number }

export type KeyTimings = {
  /** Milliseconds of work for a key: its events and their frame. */
  readonly work: Summary
  /** Milliseconds from the key to the end of its frame, including the wait for the display. */
  readonly toFrame: Summary
}

/** Runs in the page: records every key from now on. */
export const watchKeys = `
  window.keys = []
  document.addEventListener('keydown', ({ timeStamp }) => {
    const begun = performance.now()
    let handled = begun
    setTimeout(() => { handled = performance.now() })
    requestAnimationFrame(() => {
      const frame = performance.now()
      const channel = new MessageChannel()
      channel.port1.onmessage = () => {
        const end = performance.now()
        const events = Math.min(handled, frame) - begun
        window.keys.push({ work: events + end - frame, toFrame: end - timeStamp })
      }
      channel.port2.postMessage(0)
    })
  }, { capture: true })
`

export const summarize = (keys: readonly { readonly work: number; readonly toFrame: number }[]): KeyTimings => ({
  work: summarizeNumbers(keys.map(({ work }) => work)),
  toFrame: summarizeNumbers(keys.map(({ toFrame }) => toFrame)),
})

const summarizeNumbers = (values: readonly number[]): Summary => ({
  p50: percentile(values, 0.5),
  p95: percentile(values, 0.95),
  max: Math.max(...values),
})

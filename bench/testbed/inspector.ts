// Looks into another Node process through its inspector, without code of that process: what holds its event loop, and its memory without
// garbage, which V8 by itself may keep for minutes by several hundred megabytes.
import { once } from 'node:events'

/** Returns the environment of a process that can be inspected at `port` of loopback, without output. */
export const createInspectOptions = (port: number) => ({ NODE_OPTIONS: `--inspect=127.0.0.1:${port} --inspect-publish-uid=http` })

type Inspector = { readonly call: (method: string, params?: object) => Promise<unknown>; readonly close: () => void }

async function openInspector(port: number): Promise<Inspector> {
  const list = await fetch(`http://127.0.0.1:${port}/json/list`)
  const [target] = (await list.json()) as { webSocketDebuggerUrl: string }[]
  if (!target) throw new Error('There is no process to inspect.')
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await once(socket, 'open')
  let id = 0
  const waiting = new Map<number, (result: unknown) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as { id: number; result: unknown }
    waiting.get(answer.id)?.(answer.result)
    waiting.delete(answer.id)
  })
  return {
    call(method, params = {}) {
      id += 1
      socket.send(JSON.stringify({ id, method, params }))
      return new Promise((resolve) => waiting.set(id, resolve))
    },
    close: () => socket.close(),
  }
}

export async function collectGarbage(port: number): Promise<void> {
  const { call, close } = await openInspector(port)
  // The second time for objects released by the finalizers of the first.
  for (const _ of [1, 2]) await call('HeapProfiler.collectGarbage')
  close()
}

/** What a process did since it was asked before, in milliseconds. */
export type LoopReading = {
  readonly delayP99: number
  readonly delayMax: number
  /** Pauses of the garbage collector: their sum, and the longest. */
  readonly gcSum: number
  readonly gcMax: number
  readonly heapUsedBytes: number
}

const delayResolutionMs = 10

/**
 * Runs in the watched process. Node counts the interval of its timer as delay. A reading waits for that timer, as the request for it
 * interrupts what holds the loop.
 */
const beginWatch = `(() => {
  const { monitorEventLoopDelay, PerformanceObserver } = process.getBuiltinModule('node:perf_hooks')
  const delay = monitorEventLoopDelay({ resolution: ${delayResolutionMs} })
  delay.enable()
  let gcSum = 0, gcMax = 0
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) { gcSum += duration; gcMax = Math.max(gcMax, duration) }
  })
  observer.observe({ entryTypes: ['gc'] })
  const beyond = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - ${delayResolutionMs})
  const read = () => {
    const reading = { delayP99: beyond(delay.percentile(99)), delayMax: beyond(delay.max), gcSum, gcMax, heapUsedBytes: process.memoryUsage().heapUsed }
    delay.reset()
    gcSum = gcMax = 0
    return reading
  }
  globalThis.readLoopOfBench = () => new Promise((resolve) => setTimeout(() => resolve(read()), ${delayResolutionMs}))
})()`

/** Begins to watch the event loop of the process that is inspected at `port`; each reading is of the time since the one before. */
export async function watchLoop(port: number) {
  const { call, close } = await openInspector(port)
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = (await call('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true })) as {
      result: { value: unknown }
      exceptionDetails?: { exception?: { description?: string } }
    }
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'The watched process refused.')
    return result.value
  }
  await evaluate(beginWatch)
  return { read: async () => (await evaluate('readLoopOfBench()')) as LoopReading, close }
}

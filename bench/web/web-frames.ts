// Records a page in Chromium: its frames, its long tasks, and the costliest one.
import type { Browser, Page } from '../../e2e/support/browser/browser.ts'
import { percentile } from '../load/load.ts'

export type Frames = {
  readonly frames: { readonly count: number; readonly p50: number; readonly p95: number; readonly p99: number; readonly max: number }
  /** Milliseconds of tasks that blocked the page for 50 ms or more. */
  readonly longTasks: readonly number[]
  /** CPU milliseconds of the page's costliest task: a longer task was waiting for a core. */
  readonly costliestTask: number
}

type Recording = { readonly frames: readonly number[]; readonly longTasks: readonly number[] }

/** Runs in the page: the time between frames, and the tasks that Chromium calls long. */
const startRecording = `
  window.recording = { frames: [], longTasks: [] }
  let last = performance.now()
  requestAnimationFrame(function tick(now) {
    window.recording.frames.push(now - last)
    last = now
    requestAnimationFrame(tick)
  })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.recording.longTasks.push(duration)
  }).observe({ type: 'longtask' })
`

type TraceEvent = { name: string; ph: string; pid: number; tid: number; tdur?: number; args?: { name?: string } }

/** Returns the maximum CPU time, in milliseconds, of a task of the page's main thread in a Chromium trace. */
function findCostliestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] }
  const toThreadKey = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain'
  const mainThreads = new Set(traceEvents.filter(isMain).map(toThreadKey))
  const tasks = traceEvents.filter((event) => event.ph === 'X' && event.name.endsWith('RunTask') && mainThreads.has(toThreadKey(event)))
  return tasks.reduce((maximum, { tdur = 0 }) => Math.max(maximum, tdur / 1_000), 0)
}

/** Returns the frames of a page while `act` runs. */
export async function recordFrames(browser: Browser, page: Page, act: () => Promise<void>): Promise<Frames> {
  // Starting and stopping a trace blocks the page too: the frames are recorded in between.
  await browser.startTracing(page, { categories: ['toplevel'] })
  await page.waitForTimeout(1_000)
  await page.evaluate(startRecording)
  await act()
  const { frames, longTasks } = await page.evaluate<Recording>('window.recording')
  const trace = await browser.stopTracing()
  const share = (part: number) => percentile(frames, part)
  return {
    frames: { count: frames.length, p50: share(0.5), p95: share(0.95), p99: share(0.99), max: Math.max(...frames) },
    longTasks,
    costliestTask: findCostliestTask(trace),
  }
}

/** Returns the page's heap after a garbage collection. */
export async function measureHeapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
}

type HeapSnapshot = {
  readonly snapshot: { readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] } }
  readonly nodes: readonly number[]
}

/** Returns the retained bytes of the page: its heap without compiled code, which grows over time. */
export async function measureRetainedBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as HeapSnapshot
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')]
  const code = types[0].indexOf('code')
  let bytes = 0
  for (let node = 0; node < nodes.length; node += fields.length) if (nodes[node + type] !== code) bytes += nodes[node + size] ?? 0
  return bytes
}

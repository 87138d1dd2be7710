// In Chromium: how much JavaScript the pages load, and whether frames are kept while a long reply is written.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Language, languages } from '@heddle/contracts/languages'
import { createDatabase } from '@heddle/db/client'
import { type Browser, launchBrowser, type Page } from '../e2e/support/browser.ts'
import { chatScreen, demo, prepareChat } from '../e2e/support/chat.ts'
import { createPeople, type SignIn, storageOf } from '../e2e/support/people.ts'
import { type Product, startProduct } from '../e2e/support/product.ts'
import { textsOf } from '../e2e/support/texts.ts'
import { buildWeb } from '../scripts/web-build.ts'
import { percentile } from './load.ts'

/** The language of the long reply. */
const measured: Language = 'en'

const longReply = { tokens: 10_000, tokensPerSecond: 200 }

export type WebMeasurement = {
  /** Bytes of JavaScript after gzip; of the sign-in and chat page in the language that has the most. */
  readonly scripts: { readonly signIn: number; readonly chat: number; readonly conversation: number }
  /** Of the long reply, from a second after its first word on. */
  readonly frames: { readonly count: number; readonly p50: number; readonly p95: number; readonly p99: number; readonly max: number }
  /** Milliseconds of tasks that held the page up for 50 ms or more. */
  readonly longTasks: readonly number[]
  /** Processor time of the page's costliest task in milliseconds: what is longer than that was waiting for a core. */
  readonly costliestTask: number
  readonly heapBytes: number
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

/** Adds up the scripts that the page loads from now on. */
function countScripts(page: Page) {
  const sizes = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    const isNew = response.status() === 200 && !sizes.has(response.url())
    if (isNew && response.request().resourceType() === 'script') {
      sizes.set(
        response.url(),
        response.body().then((body) => gzipSync(body).length),
      )
    }
  })
  return async () => {
    await page.waitForLoadState('networkidle')
    return (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0)
  }
}

async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
}

type TraceEvent = { name: string; ph: string; pid: number; tid: number; tdur?: number; args?: { name?: string } }

/** The most processor time, in milliseconds, that a task of the page's main thread took in a trace of Chromium. */
function findCostliestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain'
  const mainThreads = new Set(traceEvents.filter(isMain).map(threadOf))
  const tasks = traceEvents.filter((event) => event.ph === 'X' && event.name.endsWith('RunTask') && mainThreads.has(threadOf(event)))
  return tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur / 1_000), 0)
}

async function watchLongReply(browser: Browser, page: Page, chatPath: string) {
  const { tokens, tokensPerSecond } = longReply
  await page.goto(chatPath)
  const chat = chatScreen(page, textsOf(measured))
  await chat.ask(`Compare cotton and polyester in a table, with code. ${demo(`tokens=${tokens},tps=${tokensPerSecond}`)}`)
  await chat.text.waitFor()
  // Beginning and ending a trace takes time of the page too: the frames are counted between the two.
  await browser.startTracing(page, { categories: ['toplevel'] })
  await page.waitForTimeout(1_000)
  await page.evaluate(startRecording)
  await page
    .locator('article[aria-busy=false]')
    .last()
    .waitFor({ timeout: (2_000 * tokens) / tokensPerSecond })
  const { frames, longTasks } = await page.evaluate<Recording>('window.recording')
  const trace = await browser.stopTracing()
  const share = (part: number) => percentile(frames, part)
  return {
    frames: { count: frames.length, p50: share(0.5), p95: share(0.95), p99: share(0.99), max: Math.max(...frames) },
    longTasks,
    costliestTask: findCostliestTask(trace),
    heapBytes: await heapBytes(page),
  }
}

async function measure({ origin, databaseUrl, secretKey }: Product): Promise<WebMeasurement> {
  const db = createDatabase({ url: databaseUrl, poolSize: 2 })
  const browser = await launchBrowser()
  try {
    const people = createPeople(db, secretKey)
    const member = await people.get('member')
    const { path } = await prepareChat(db, member, measured)

    async function open(language: Language, signIn?: SignIn) {
      const storageState = { cookies: [], origins: [{ origin, localStorage: storageOf(language, signIn) }] }
      const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 }, storageState })
      const page = await context.newPage()
      return { page, scripts: countScripts(page), texts: textsOf(language) }
    }

    async function loadSignIn(language: Language) {
      const { page, scripts, texts } = await open(language)
      await page.goto('/login')
      await page.getByRole('button', { name: texts('auth.signIn'), exact: true }).waitFor()
      const bytes = await scripts()
      await page.context().close()
      return bytes
    }

    async function loadChat(language: Language) {
      const { page, scripts, texts } = await open(language, await people.signIn(member))
      await page.goto(path)
      await chatScreen(page, texts).composer.waitFor()
      return { page, scripts, bytes: await scripts() }
    }

    const bytes = { signIn: 0, chat: 0 }
    for (const language of languages) {
      bytes.signIn = Math.max(bytes.signIn, await loadSignIn(language))
      const { page, bytes: chat } = await loadChat(language)
      bytes.chat = Math.max(bytes.chat, chat)
      await page.context().close()
    }
    const { page, scripts } = await loadChat(measured)
    const long = await watchLongReply(browser, page, path)
    return { scripts: { ...bytes, conversation: await scripts() }, ...long }
  } finally {
    await browser.close()
    await db.$disconnect()
  }
}

/** Measures the built application against a product of its own. */
export async function measureWeb(): Promise<WebMeasurement> {
  const directory = await mkdtemp(join(tmpdir(), 'heddle-bench-web-'))
  try {
    const { product, stop } = await startProduct(await buildWeb(), directory)
    try {
      return await measure(product)
    } finally {
      await stop()
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

export function printWeb({ scripts, frames, longTasks, costliestTask, heapBytes: heap }: WebMeasurement): void {
  const kB = (bytes: number) => (bytes / 1_000).toFixed(0)
  const ms = (value: number) => value.toFixed(1)
  const rows = [
    ['JavaScript of the sign-in page, gzip, at most', `${kB(scripts.signIn)} kB`, '≤ 200 kB'],
    ['JavaScript of the chat page, gzip, at most', `${kB(scripts.chat)} kB`, '≤ 350 kB'],
    ['… with a reply of tables and code', `${kB(scripts.conversation)} kB`, ''],
    ['Frames of a reply of 10,000 tokens, p50', `${ms(frames.p50)} ms`, ''],
    ['… p95', `${ms(frames.p95)} ms`, ''],
    ['… p99', `${ms(frames.p99)} ms`, ''],
    ['… longest', `${ms(frames.max)} ms`, '≤ 50 ms'],
    ['Tasks of 50 ms or more', `${longTasks.length}${longTasks.length > 0 ? `, longest ${ms(Math.max(...longTasks))} ms` : ''}`, '0'],
    ['Processor time of the costliest task', `${ms(costliestTask)} ms`, ''],
    ['JavaScript heap afterwards', `${(heap / 1_000_000).toFixed(1)} MB`, ''],
  ]
  process.stdout.write('\n### The web application in Chromium\n\n| | measured | budget |\n| --- | --- | --- |\n')
  for (const row of rows) process.stdout.write(`| ${row.join(' | ')} |\n`)
}

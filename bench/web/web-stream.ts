// In Chromium: the JavaScript that pages load, and the frame rate during a long reply.
import { gzipSync } from 'node:zlib'
import { type Language, languages } from '@heddle/contracts/languages'
import { createDatabase } from '@heddle/db/client'
import { type Browser, launchBrowser, type Page } from '../../e2e/support/browser/browser.ts'
import { createChatScreen, createDirective, prepareChat } from '../../e2e/support/pages/chat.ts'
import { createPeople, type SignIn, createStorage } from '../../e2e/support/people.ts'
import type { Product } from '../../e2e/support/product/product.ts'
import { createTexts } from '../../e2e/support/texts.ts'
import { measureBuiltProduct } from './built-product.ts'
import { type LongChat, measureLongChat, measureReplies } from './web-chat.ts'
import { type Frames, measureHeapBytes, recordFrames } from './web-frames.ts'

/** The language of the long reply. */
const measured: Language = 'en'

const longReply = { tokens: 10_000, tokensPerSecond: 200 }

export type WebMeasurement = {
  /** Bytes of JavaScript after gzip; of the sign-in and chat page in the language that has the most. */
  readonly scripts: { readonly signIn: number; readonly chat: number; readonly conversation: number }
  /** Of the long reply, from one second after its first token. */
  readonly reply: Frames & { readonly heapBytes: number }
  readonly longChat: LongChat
  /** Retained bytes of the page after each of some replies in one chat. */
  readonly kept: readonly number[]
}

/** Sums up the scripts that the page loads from now on. */
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

async function watchLongReply(browser: Browser, page: Page, chatPath: string) {
  const { tokens, tokensPerSecond } = longReply
  await page.goto(chatPath)
  const chat = createChatScreen(page, createTexts(measured))
  await chat.ask(`Compare cotton and polyester in a table, with code. ${createDirective(`tokens=${tokens},tps=${tokensPerSecond}`)}`)
  await chat.text.waitFor()
  const frames = await recordFrames(browser, page, () =>
    page
      .locator('article[aria-busy=false]')
      .last()
      .waitFor({ timeout: (2_000 * tokens) / tokensPerSecond }),
  )
  return { ...frames, heapBytes: await measureHeapBytes(page) }
}

async function measure({ origin, databaseUrl, secretKey }: Product): Promise<WebMeasurement> {
  const db = createDatabase({ url: databaseUrl, poolSize: 2 })
  const browser = await launchBrowser()
  try {
    const people = createPeople(db, secretKey)
    const member = await people.get('member')
    const { path } = await prepareChat(db, member, measured)

    async function open(language: Language, signIn?: SignIn) {
      const storageState = { cookies: [], origins: [{ origin, localStorage: createStorage(language, signIn) }] }
      const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 }, storageState })
      const page = await context.newPage()
      return { page, scripts: countScripts(page), texts: createTexts(language) }
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
      await createChatScreen(page, texts).composer.waitFor()
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
    const reply = await watchLongReply(browser, page, path)
    const conversation = await scripts()
    await page.context().close()

    const longTab = (await open(measured, await people.signIn(member))).page
    const longChat = await measureLongChat(browser, longTab, createTexts(measured), db, await prepareChat(db, member, measured))
    await longTab.context().close()
    const repliesTab = (await open(measured, await people.signIn(member))).page
    const kept = await measureReplies(repliesTab, createTexts(measured), db, await prepareChat(db, member, measured))
    return { scripts: { ...bytes, conversation }, reply, longChat, kept }
  } finally {
    await browser.close()
    await db.$disconnect()
  }
}

/** Measures the built application with its own product. */
export const measureWeb = (): Promise<WebMeasurement> => measureBuiltProduct(measure)

export function printWeb({ scripts, reply, longChat, kept }: WebMeasurement): void {
  const kB = (bytes: number) => `${(bytes / 1_000).toFixed(0)} kB`
  const MB = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
  const ms = (value: number) => `${value.toFixed(1)} ms`
  const { openedAfter, scrolling, typing } = longChat
  const rows = [
    ['JavaScript of the sign-in page, gzip, at most', kB(scripts.signIn), '≤ 200 kB'],
    ['JavaScript of the chat page, gzip, at most', kB(scripts.chat), '≤ 350 kB'],
    ['… with a reply of tables and code', kB(scripts.conversation), ''],
    ...createFrameRows('Frames of a reply of 10,000 tokens', reply),
    ['JavaScript heap afterwards', MB(reply.heapBytes), ''],
    ['A chat of 2,000 messages with code and tables is open after', ms(openedAfter), '≤ 1,500 ms'],
    ...createFrameRows(`Frames of its ${Math.round(scrolling.pixels).toLocaleString('en')} pixels under the wheel`, scrolling),
    ['Work for a key typed in it, p95', ms(typing.work.p95), '≤ 16 ms'],
    ['… most', ms(typing.work.max), ''],
    ['From the key to the end of its frame, p50', ms(typing.toFrame.p50), ''],
    ['… p95', ms(typing.toFrame.p95), ''],
    ['JavaScript heap afterwards', MB(longChat.heapBytes), ''],
    [
      `Kept alive after each of ${kept.length} replies`,
      kept.map((bytes) => `${(bytes / 1_000_000).toFixed(2)} MB`).join(', '),
      'does not grow',
    ],
  ]
  process.stdout.write('\n### The web application in Chromium\n\n| | measured | budget |\n| --- | --- | --- |\n')
  for (const row of rows) process.stdout.write(`| ${row.join(' | ')} |\n`)
}

function createFrameRows(name: string, { frames, longTasks, costliestTask }: Frames): string[][] {
  const ms = (value: number) => `${value.toFixed(1)} ms`
  return [
    [`${name}, p50`, ms(frames.p50), ''],
    ['… p95', ms(frames.p95), ''],
    ['… p99', ms(frames.p99), ''],
    ['… longest', ms(frames.max), '≤ 50 ms'],
    ['Tasks of 50 ms or more', `${longTasks.length}${longTasks.length > 0 ? `, longest ${ms(Math.max(...longTasks))}` : ''}`, '0'],
    ['Processor time of the costliest task', ms(costliestTask), ''],
  ]
}

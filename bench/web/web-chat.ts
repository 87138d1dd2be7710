// In Chromium: opens a chat of 2,000 messages, scrolls and types, and measures the objects retained from reply to reply.
import type { PrismaClient } from '@heddle/db/client'
import type { Browser, Page } from '../../e2e/support/browser/browser.ts'
import { createChatScreen, createDirective, fillChat } from '../../e2e/support/pages/chat.ts'
import type { Texts } from '../../e2e/support/texts.ts'
import { createContent } from '../load/long-chat.ts'
import { type Frames, measureHeapBytes, measureRetainedBytes, recordFrames } from './web-frames.ts'
import { type KeyTimings, summarize, watchKeys } from './web-keys.ts'

const messages = 2_000
/** The first replies are not counted: they load code, and are still in the viewport. */
const replies = { after: 200, warming: 3, count: 10, tokens: 1_500 }
/** Not to the beginning, which would take minutes with slow frames. */
const wheel = { pixels: 300, everyMs: 16, turns: 200 }
const keys = 80

export type LongChat = {
  /** Milliseconds from the navigation until the last message is painted. */
  readonly openedAfter: number
  readonly scrolling: Frames & { readonly pixels: number }
  readonly typing: KeyTimings
  readonly heapBytes: number
}

const watchOpening = (lastId: string) => `
  window.openedAfter = new Promise((resolve) => requestAnimationFrame(function look() {
    const row = document.querySelector('[data-message="${lastId}"]')
    const { bottom = Infinity, height = 0 } = row?.getBoundingClientRect() ?? {}
    if (height > 0 && bottom <= innerHeight) requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    else requestAnimationFrame(look)
  }))
`

/** Opens a chat of 2,000 messages in a new page, scrolls up from its end with the wheel, and types. */
export async function measureLongChat(
  browser: Browser,
  page: Page,
  t: Texts,
  db: PrismaClient,
  chat: { id: string; path: string },
): Promise<LongChat> {
  const ids = await fillChat(
    db,
    chat.id,
    Array.from({ length: messages }, (_, index) => createContent(index)),
  )
  // Warms up the service and the browser's cache, as in daily use.
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await page.addInitScript(watchOpening(ids.at(-1) ?? ''))
  await page.goto(chat.path)
  const openedAfter = await page.evaluate<number>('window.openedAfter')

  await page.waitForTimeout(1_000)
  const log = page.getByRole('log')
  await log.hover()
  const position = () => log.evaluate((element) => element.scrollTop)
  const from = await position()
  const scrolling = await recordFrames(browser, page, async () => {
    for (let turn = 0; turn < wheel.turns; turn += 1) {
      await page.mouse.wheel(0, -wheel.pixels)
      await page.waitForTimeout(wheel.everyMs)
    }
  })

  const to = await position()

  await page.evaluate(watchKeys)
  const screen = createChatScreen(page, t)
  await screen.composer.pressSequentially('warp and weft '.repeat(20).slice(0, keys), { delay: 40 })
  await page.waitForTimeout(200)
  return {
    openedAfter,
    scrolling: { ...scrolling, pixels: from - to },
    typing: summarize(await page.evaluate('window.keys')),
    heapBytes: await measureHeapBytes(page),
  }
}

/** What the page keeps alive after each of ten replies to the same question, in a chat so long that the earlier ones are not shown. */
export async function measureReplies(
  page: Page,
  t: Texts,
  db: PrismaClient,
  { id, path }: { id: string; path: string },
): Promise<number[]> {
  await fillChat(
    db,
    id,
    Array.from({ length: replies.after }, (_, index) => createContent(index)),
  )
  await page.goto(path)
  const chat = createChatScreen(page, t)
  const kept: number[] = []
  for (let count = -replies.warming; count < replies.count; count += 1) {
    await chat.ask(`Compare cotton and silk in a table, with code. ${createDirective(`tokens=${replies.tokens},tps=1000`)}`)
    await chat.reply.and(page.locator('[aria-busy=true]')).waitFor()
    await chat.reply.and(page.locator('[aria-busy=false]')).waitFor()
    if (count >= 0) kept.push(await measureRetainedBytes(page))
  }
  return kept
}

// Hostile replies, which try to run scripts, to load from other origins, or to break the page.
import type { Page } from '@playwright/test'
import { hostileReplies } from '../../../apps/web/src/testing/hostile-markdown.ts'
import { createChatScreen, createDirective, fillChat, prepareChat } from '../../support/pages/chat.ts'
import { expect, expectNoSidewaysScroll, phone, screenshot, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')
const language = 'en'

/** Watches for dialogs, executed scripts and policy violations. Every journey watches for requests to other hosts. */
async function watch(page: Page) {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => seen.push(`window: ${popup.url()}`))
  page.on('download', (download) => seen.push(`download: ${download.url()}`))
  // Zod probes once whether it may compile its schemas.
  await page.addInitScript(`
    window.violations = []
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      if (blockedURI !== 'eval') window.violations.push(violatedDirective + ' ' + blockedURI)
    })
  `)
  return async () => {
    expect(seen).toEqual([])
    expect(await page.evaluate('[window.canary, ...window.violations].filter(Boolean)')).toEqual([])
    const foreign = 'script, img, iframe, object, embed, form, link, meta, base, video, audio, style, input:not([type=checkbox])'
    expect(await page.locator(`article [lang] :is(${foreign})`).count()).toBe(0)
  }
}

/** Expects that the page's frame is intact, and that no element is outside the window or above the composer. */
async function expectUnbroken(page: Page) {
  await expectNoSidewaysScroll(page)
  const composer = page.getByRole('textbox', { name: t('chat.composer.label') })
  await expect(composer).toBeInViewport({ ratio: 1 })
  const log = page.getByRole('log')
  await expect.poll(() => log.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
  const isOnTop = () =>
    composer.evaluate((field) => {
      const { left, top, width, height } = field.getBoundingClientRect()
      return field === field.ownerDocument.elementFromPoint(left + width / 2, top + height / 2)
    })
  await expect.poll(isOnTop, 'the composer is on top').toBe(true)
}

const repliesPerChat = 6
const chats = Array.from({ length: Math.ceil(hostileReplies.length / repliesPerChat) }, (_, index) =>
  hostileReplies.slice(index * repliesPerChat, (index + 1) * repliesPerChat),
)

for (const [index, replies] of chats.entries()) {
  test(`nothing runs, leaves or breaks the page: ${replies[0]?.name} to ${replies.at(-1)?.name}`, async ({ visit, people, db }) => {
    const member = await people.invite()
    const { id, path } = await prepareChat(db, member)
    const ids = await fillChat(
      db,
      id,
      // PostgreSQL and the service store neither NUL nor lone surrogates.
      replies.flatMap(({ name, text }) => [name, text.replaceAll('\0', '').toWellFormed()]),
    )
    const page = await visit({ as: member, language })
    const expectSafe = await watch(page)
    await page.goto(path)
    await expect(createChatScreen(page, t).replies).toHaveCount(replies.length, { timeout: 30_000 })
    for (const [at, { name }] of replies.entries()) {
      const row = page.locator(`[data-message="${ids[2 * at + 1]}"]`)
      await row.scrollIntoViewIfNeeded()
      await expect(row.locator('[lang]'), name).not.toBeEmpty()
      await expectNoSidewaysScroll(page)
    }
    await expectUnbroken(page)
    await expectSafe()
    await screenshot(page, `hostile-${index}`)
    await page.setViewportSize(phone)
    await expectUnbroken(page)
    await page.getByRole('log').evaluate((element) => element.scrollTo({ top: 0 }))
    await expectUnbroken(page)
    await expectSafe()
  })
}

test('the worst replies are harmless while they are written letter by letter', async ({ visit, people, db }) => {
  const member = await people.invite()
  const { path } = await prepareChat(db, member)
  const page = await visit({ as: member, language })
  const expectSafe = await watch(page)
  await page.goto(path)
  const chat = createChatScreen(page, t)
  const worst = hostileReplies.filter(({ isWorst }) => isWorst)
  for (const [index, { text }] of worst.entries()) {
    await chat.ask(`${createDirective('echo,piece=1,split,tps=600,reasoning=none')} ${text}`)
    await chat.expectDone(index + 1)
    await expectSafe()
    await expectUnbroken(page)
  }
})

test('the marks of items that are written from right to left are seen', async ({ visit, people, db }) => {
  const member = await people.invite()
  const { id, path } = await prepareChat(db, member)
  await fillChat(db, id, ['Which greetings?', '- Hello\n- שלום\n\n99. a\n100. سلام'])
  const page = await visit({ as: member, language })
  await page.goto(path)
  const { text } = createChatScreen(page, t)
  for (const [words, letters] of [
    ['שלום', 1.6],
    ['سلام', 2.4],
  ] as const) {
    const item = text.getByRole('listitem').filter({ hasText: words })
    // What hangs out of the reply is cut.
    const room = await item.evaluate((row) => {
      const style = row.ownerDocument.defaultView?.getComputedStyle(row)
      const edge = row.closest('[data-markdown]')?.getBoundingClientRect().right ?? 0
      return (edge - row.getBoundingClientRect().right) / Number.parseFloat(style?.fontSize ?? '')
    })
    expect(room).toBeCloseTo(letters, 1)
  }
})

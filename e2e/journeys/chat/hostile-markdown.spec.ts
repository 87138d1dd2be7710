// Hostile replies, which try to run scripts, to load from other origins, or to break the page.
import type { Page } from '@playwright/test'
import { hostileReplies } from '../../../apps/web/src/testing/hostile-markdown.ts'
import { createChatScreen, createDirective, fillChat, prepareChat } from '../../support/pages/chat.ts'
import { desk, expect, expectNoSidewaysScroll, phone, screenshot, test } from '../../support/fixtures.ts'
import { openPath } from '../../support/controls/paths.ts'
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

/** Chats that one page shows, one after the other: a page loads once for them, and each group has some of the long ones. */
const groups = [0, 1, 2].map((first) => chats.map((replies, index) => ({ replies, index })).filter(({ index }) => index % 3 === first))

for (const group of groups) {
  test(`nothing runs, leaves or breaks the page: ${group.map(({ replies }) => replies[0]?.name).join(', ')} and those after each`, async ({
    visit,
    people,
    db,
  }) => {
    test.slow()
    const member = await people.invite()
    const filled: {
      readonly id: string
      readonly ids: readonly string[]
      readonly replies: typeof hostileReplies
      readonly index: number
    }[] = []
    for (const { replies, index } of group) {
      const { id } = await prepareChat(db, member)
      // PostgreSQL and the service store neither NUL nor lone surrogates.
      const ids = await fillChat(
        db,
        id,
        replies.flatMap(({ name, text }) => [name, text.replaceAll('\0', '').toWellFormed()]),
      )
      filled.push({ id, ids, replies, index })
    }
    const page = await visit({ as: member, language })
    const expectSafe = await watch(page)
    for (const { id, ids, replies, index } of filled)
      await test.step(`${replies[0]?.name} to ${replies.at(-1)?.name}`, async () => {
        await page.setViewportSize(desk)
        await openPath(page, `/chat/${id}`)
        const findRow = (at: number) => page.locator(`[data-message="${ids[2 * at + 1]}"]`)
        await expect(findRow(replies.length - 1)).toBeVisible({ timeout: 30_000 })
        await expect(createChatScreen(page, t).replies).toHaveCount(replies.length, { timeout: 30_000 })
        for (const [at, { name }] of replies.entries()) {
          await findRow(at).scrollIntoViewIfNeeded()
          await expect(findRow(at).locator('[lang]'), name).not.toBeEmpty()
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
  })
}

test('the worst replies are harmless while they are written letter by letter, and the marks of items from right to left are seen', async ({
  visit,
  people,
  db,
}) => {
  const member = await people.invite()
  const { id, path } = await prepareChat(db, member)
  await fillChat(db, id, ['Which greetings?', '- Hello\n- שלום\n\n99. a\n100. سلام'])
  const page = await visit({ as: member, language })
  const expectSafe = await watch(page)
  await page.goto(path)
  const chat = createChatScreen(page, t)
  for (const [words, letters] of [
    ['שלום', 1.6],
    ['سلام', 2.4],
  ] as const) {
    const item = chat.text.getByRole('listitem').filter({ hasText: words })
    // What hangs out of the reply is cut.
    const room = await item.evaluate((row) => {
      const style = row.ownerDocument.defaultView?.getComputedStyle(row)
      const edge = row.closest('[data-markdown]')?.getBoundingClientRect().right ?? 0
      return (edge - row.getBoundingClientRect().right) / Number.parseFloat(style?.fontSize ?? '')
    })
    expect(room).toBeCloseTo(letters, 1)
  }

  // Each ends with its paragraph, so that it takes nothing from the next one of its reply.
  const worst = hostileReplies.filter(({ isWorst }) => isWorst).map(({ text }) => text)
  const written = Array.from({ length: Math.ceil(worst.length / 4) }, (_, index) => worst.slice(4 * index, 4 * index + 4).join('\n\n'))
  for (const [index, text] of written.entries()) {
    await chat.ask(`${createDirective('echo,piece=1,split,tps=600,reasoning=none')} ${text}`)
    await chat.expectDone(index + 2)
    await expectSafe()
    await expectUnbroken(page)
  }
})

// A chat of many messages, of which only those near the viewport are read and rendered.
import { randomUUID } from 'node:crypto'
import { createMessage } from '@heddle/db/factories/chat'
import type { Locator, Page } from '@playwright/test'
import { createChatScreen, createDirective, fillChat, prepareChat } from '../../support/pages/chat.ts'
import { desk, expect, expectAccessible, expectNoSidewaysScroll, phone, screenshot, test } from '../../support/fixtures.ts'
import { openPath } from '../../support/controls/paths.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')
const language = 'en'
const count = 240

const contents = Array.from({ length: count }, (_, index) =>
  index % 2 === 0
    ? `Question number ${index}`
    : `Answer number ${index}.\n\n${'A heddle raises some threads of the warp. '.repeat(1 + (index % 7) * 4)}`,
)

const manyContents = Array.from({ length: 2_000 }, (_, index) => contents[index % count] ?? '')

const findMessageRow = (page: Page, id: string | undefined) => page.locator(`[data-message="${id}"]`)

const isPage = (url: URL) => /^\/api\/v1\/chat\/[^/]+\/message$/.test(url.pathname)

/** Returns the pages of messages that the page asks for, as they are asked for. */
function watchPages(page: Page): URL[] {
  const pages: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (isPage(url)) pages.push(url)
  })
  return pages
}

const scrollUp = async (page: Page, pixels: number) => {
  await page.getByRole('log').hover()
  await page.mouse.wheel(0, -pixels)
}

/** Turns the wheel towards a message until it is shown, also back, when its page was read after the wheel had passed it. */
async function scrollUntilShown(page: Page, ids: readonly string[], index: number) {
  const rows = page.locator('[aria-posinset]')
  await page.getByRole('log').hover()
  await expect(async () => {
    const current = await rows.evaluateAll(
      (all, middle) => Number(all.findLast((row) => row.getBoundingClientRect().top < middle)?.ariaPosInSet),
      desk.height / 2,
    )
    await page.mouse.wheel(0, Math.sign(index + 1 - current) * 800)
    await expect(findMessageRow(page, ids[index])).toBeInViewport({ timeout: 200 })
  }).toPass({ intervals: [20] })
}

/** Returns where a message is, as soon as it stays there: a turn of the wheel may still be on its way. */
async function readSettledTop(row: Locator): Promise<number> {
  let top = Number.NaN
  const isSettled = async () => {
    const before = top
    top = (await row.boundingBox())?.y ?? Number.NaN
    return top === before
  }
  await expect.poll(isSettled, 'the message stays in its place').toBe(true)
  return top
}

test('of 2,000 messages reads a page at its end, the ones that the reader comes near, and those around an address', async ({
  visit,
  people,
  db,
}) => {
  const member = await people.invite()
  const { id, path } = await prepareChat(db, member)
  const ids = await fillChat(db, id, manyContents)
  const page = await visit({ as: member, language })
  const pages = watchPages(page)
  const log = page.getByRole('log')
  const chat = createChatScreen(page, t)

  await test.step('opens at its end, and reads further', async () => {
    await page.goto(path)
    await expect(findMessageRow(page, ids.at(-1))).toBeInViewport()
    await expect(findMessageRow(page, ids.at(-1))).toHaveAttribute('aria-setsize', '2000')
    await expect(findMessageRow(page, ids.at(-1))).toHaveAttribute('aria-posinset', '2000')
    expect(await page.getByRole('article').count()).toBeLessThan(40)
    await expect(chat.composer).toBeFocused()
    expect(pages).toEqual([])

    await scrollUntilShown(page, ids, 1_955)
    await expect.poll(() => pages.length).toBeGreaterThan(0)
    const row = findMessageRow(page, ids[1_955])
    const before = await readSettledTop(row)
    await scrollUp(page, 100)
    await expect.poll(async () => Math.round(((await row.boundingBox())?.y ?? 0) - before)).toBe(100)

    await log.focus()
    await page.keyboard.press('Home')
    await expect(findMessageRow(page, ids[0])).toBeInViewport()
    await page.keyboard.press('End')
    await expect(findMessageRow(page, ids.at(-1))).toBeInViewport()
    expect(pages.length).toBeLessThan(8)
  })

  await test.step('goes to an address, where what is visible stays in place while the rows above are measured', async () => {
    pages.length = 0
    await openPath(page, `${path}?message=${ids[700]}`)
    const row = findMessageRow(page, ids[700])
    await expect(row).toBeFocused()
    await expect(row).toBeInViewport()
    expect(pages.length).toBeLessThan(4)
    await scrollUp(page, 500)
    await expect.poll(async () => (await row.boundingBox())?.y ?? 0).toBeGreaterThan(400)
    const before = await readSettledTop(row)
    await scrollUp(page, 200)
    await expect.poll(async () => Math.round(((await row.boundingBox())?.y ?? 0) - before)).toBe(200)
    await scrollUntilShown(page, ids, 670)
    await scrollUntilShown(page, ids, 730)
  })

  await test.step('stays where it is read when another tab continues it', async () => {
    const row = findMessageRow(page, ids[730])
    const before = await readSettledTop(row)
    await createMessage(db, { chatId: id, content: 'And silk?' })
    await createMessage(db, { chatId: id, role: 'assistant', content: 'Silk is strong.' })
    await page.evaluate((chatId) => {
      const channel = new BroadcastChannel('heddle.chats')
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin
      channel.postMessage({ chatId })
      channel.close()
    }, id)
    await expect(row).toHaveAttribute('aria-setsize', '2002')
    expect(Math.abs((await readSettledTop(row)) - before)).toBeLessThan(0.5)
  })

  await test.step('goes on at its end, which a new reply keeps in view', async () => {
    await page.getByRole('button', { name: t('chat.page.toEnd') }).click()
    await expect(page.getByText('Silk is strong.')).toBeInViewport()
    await chat.ask(`How strong is silk? ${createDirective('tps=200,tokens=400,reasoning=none')}`)
    await expect(page.getByText('How strong is silk?')).toBeVisible()
    await expect(chat.text).not.toBeEmpty()
    // As rows do that are replaced by others: the browser moves the view up, and the height is what it was.
    await log.locator('> *').evaluate((content) => {
      content.style.height = `${content.clientHeight - 200}px`
      content.getBoundingClientRect()
      content.style.height = ''
    })
    await expect(chat.reply).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 })
    await expect.poll(() => log.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop)).toBeLessThan(4)
  })
})

test('finds a text in all messages, is printed completely, and shows another version of an old question in its place', async ({
  visit,
  people,
  db,
  problems,
}) => {
  problems.expect(/Failed to load resource/)
  const member = await people.invite()
  const { id, path } = await prepareChat(db, member)
  const ids = await fillChat(
    db,
    id,
    contents.map((content, index) => (index === 3 || index === 70 ? `${content}\n\nA **jacquard** loom, a JACQUARD head.` : content)),
  )
  const versions = contents.slice(20).map((content, at) => ({ id: randomUUID(), depth: 20 + at, content: `${content} Again.` }))
  await db.message.createMany({
    data: versions.map((version, at) => ({
      ...version,
      chatId: id,
      parentId: versions[at - 1]?.id ?? ids[19] ?? null,
      responseLanguage: language,
      ...(at % 2 === 0 ? { role: 'user' as const } : { role: 'assistant' as const, runId: randomUUID(), finishedAt: new Date() }),
    })),
  })
  const page = await visit({ as: member, language })
  // As a browser does it: the page hears of it before it is laid out for paper.
  await page.addInitScript(`window.print = () => {
    window.dispatchEvent(new Event('beforeprint'))
    window.printed = document.querySelectorAll('[data-message]').length
  }`)
  const log = page.getByRole('log')
  const { composer } = createChatScreen(page, t)
  await page.goto(path)
  await expect(findMessageRow(page, ids.at(-1))).toBeInViewport()

  await test.step('a page that cannot be read can be retried, in its place', async () => {
    await page.route(isPage, (route) => route.abort())
    await log.focus()
    await page.keyboard.press('Home')
    const alert = page.getByRole('alert').filter({ hasText: t('errors.failure.loadMessages') })
    await expect(alert).toBeInViewport({ timeout: 15_000 })
    await page.unroute(isPage)
    await alert.getByRole('button', { name: t('common.retry') }).click()
    await expect(findMessageRow(page, ids[0])).toBeInViewport()
    await expect(alert).toBeHidden()
  })

  const bar = page.getByRole('search', { name: t('chat.header.find') })
  const field = bar.getByRole('textbox')

  await test.step('Ctrl and F finds a text, says how many, and goes from one to the next', async () => {
    await log.focus()
    await page.keyboard.press('End')
    await expect(findMessageRow(page, ids.at(-1))).toBeInViewport()
    await composer.focus()
    await page.keyboard.press('ControlOrMeta+f')
    await expect(field).toBeFocused()
    await page.keyboard.type('jacquard')
    const expectPosition = (current: number) => expect(bar.getByRole('status')).toHaveText(t('find.place', { current, total: 4 }))
    await expectPosition(1)
    await expect(findMessageRow(page, ids[3])).toBeInViewport()
    await expectAccessible(page)
    const readMarked = () => page.evaluate<string>(`[...(CSS.highlights.get('found-shown') ?? [])].join()`)
    await expect.poll(readMarked).toBe('jacquard')
    await page.keyboard.press('Enter')
    await expectPosition(2)
    await expect.poll(readMarked).toBe('JACQUARD')
    await page.keyboard.press('Enter')
    await expectPosition(3)
    await expect(findMessageRow(page, ids[70])).toBeInViewport()
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.press('Shift+Enter')
    await expectPosition(4)
    await expect.poll(readMarked).toBe('JACQUARD')
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(bar).toBeHidden()
    await expect(composer).toBeFocused()
  })

  await test.step('a phone, which has no such key, has it in the menu of the chat', async () => {
    await page.setViewportSize(phone)
    for (const text of ['jacquard', 'velvet']) {
      await page.getByRole('button', { name: t('chat.header.more'), exact: true }).click()
      await page.getByRole('menuitem', { name: t('chat.header.find') }).click()
      await expect(page.getByRole('menu')).toBeHidden()
      await expect(field).toBeFocused()
      await page.keyboard.type(text)
      await expect(bar.getByRole('status')).toHaveText(text === 'velvet' ? t('find.none') : t('find.place', { current: 1, total: 4 }))
      await expectNoSidewaysScroll(page)
      await screenshot(page, `find-phone-${text}`)
      await page.keyboard.press('Escape')
    }
    await page.setViewportSize(desk)
  })

  await test.step('it is printed completely, without the shell', async () => {
    await log.focus()
    await page.keyboard.press('End')
    await expect(findMessageRow(page, ids.at(-1))).toBeInViewport()
    await page.keyboard.press('ControlOrMeta+p')
    await expect.poll(() => page.evaluate('window.printed')).toBe(count)
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('[data-message]')).toHaveCount(count)
    await expect(page.getByText(page.url(), { exact: true })).toBeVisible()
    await expect(composer).toBeHidden()
    await expect(page.getByRole('navigation', { name: t('shell.landmark.menu') })).toBeHidden()
    await expect(page.getByRole('button', { name: t('chat.message.copy') })).toHaveCount(0)
    expect(await log.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(1)
    await page.emulateMedia({ media: 'screen' })
    await expect(page.getByText(page.url(), { exact: true })).toBeHidden()
    await page.evaluate('window.dispatchEvent(new Event("afterprint"))')
    await expect(findMessageRow(page, ids[0])).toHaveCount(0)
    await expect(findMessageRow(page, ids.at(-1))).toBeInViewport()
  })

  await test.step('another version of an old question is shown where the one before was', async () => {
    await openPath(page, `${path}?message=${ids[20]}`)
    const row = findMessageRow(page, ids[20])
    await expect(row).toBeFocused()
    // The one that was inserted first has the smaller id or the larger one.
    await row
      .getByRole('button', { name: new RegExp(`^(${t('chat.action.next')}|${t('chat.action.previous')})$`) })
      .and(page.locator(':not([aria-disabled=true])'))
      .click()
    await expect(findMessageRow(page, versions[0]?.id)).toBeInViewport()
    await expect(findMessageRow(page, versions[1]?.id)).toBeVisible()
    await expect(findMessageRow(page, ids[19])).toBeVisible()
    await expect(row).toHaveCount(0)
  })
})

test('an address scrolls to its message in a short chat too; shortcuts and their help sheet', async ({ visit, people, db }) => {
  const member = await people.invite()
  const { id, path } = await prepareChat(db, member)
  const ids = await fillChat(db, id, contents.slice(0, 40))
  const page = await visit({ as: member, language })
  await page.goto(`${path}?message=${ids[3]}`)
  await expect(findMessageRow(page, ids[3])).toBeFocused()
  await expect(findMessageRow(page, ids[3])).toBeInViewport()
  await expect(findMessageRow(page, ids.at(-1))).not.toBeInViewport()

  const { composer } = createChatScreen(page, t)
  const help = page.getByRole('dialog', { name: t('shell.shortcut.title') })
  await page.keyboard.press('?')
  await expect(help.getByText(t('shell.shortcut.does.copyReply'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('ControlOrMeta+Shift+L')
  await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe(contents[39])
  await page.keyboard.press('ControlOrMeta+i')
  await expect(composer).toBeFocused()
  await page.keyboard.press('ControlOrMeta+/')
  await expect(help).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()

  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: t('palette.title') })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(composer).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type(t('shell.menu.searchChats'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/chat/search')
})

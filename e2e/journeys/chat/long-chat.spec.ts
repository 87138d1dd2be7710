// A chat of many messages, of which only those near the viewport are read and rendered.
import { randomUUID } from 'node:crypto'
import { createChatShare, createMessage } from '@heddle/db/factories/chat'
import type { Locator, Page } from '@playwright/test'
import { createChatScreen, createDirective, fillChat, prepareChat } from '../../support/pages/chat.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, screenshot, test } from '../../support/fixtures.ts'
import type { Person } from '../../support/people.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')
const language = 'en'
const count = 300

const contents = Array.from({ length: count }, (_, index) =>
  index % 2 === 0
    ? `Question number ${index}`
    : `Answer number ${index}.\n\n${'A heddle raises some threads of the warp. '.repeat(1 + (index % 7) * 4)}`,
)

const manyContents = Array.from({ length: 2_000 }, (_, index) => contents[index % count] ?? '')

const findMessageRow = (page: Page, id: string | undefined) => page.locator(`[data-message="${id}"]`)

async function prepareLongChat(db: Parameters<typeof prepareChat>[0], member: Person, written = contents) {
  const { id, path } = await prepareChat(db, member)
  return { id, path, ids: await fillChat(db, id, written) }
}

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

/** Turns the wheel by so many pixels, again and again, until a message is shown. */
async function scrollUntilShown(page: Page, pixels: number, id: string | undefined) {
  await page.getByRole('log').hover()
  await expect(async () => {
    await page.mouse.wheel(0, -pixels)
    await expect(findMessageRow(page, id)).toBeInViewport({ timeout: 200 })
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

test('opens at its end, scrolls to its beginning, and continues', async ({ visit, people, db }) => {
  const member = await people.invite()
  const { path, ids } = await prepareLongChat(db, member)
  const page = await visit({ as: member, language })
  await page.goto(path)
  await expect(findMessageRow(page, ids.at(-1))).toBeInViewport()
  expect(await page.getByRole('article').count()).toBeLessThan(40)
  await expect(findMessageRow(page, ids.at(-1))).toHaveAttribute('aria-posinset', String(count))

  const log = page.getByRole('log')
  await log.focus()
  await page.keyboard.press('Home')
  await expect(findMessageRow(page, ids[0])).toBeInViewport()
  await expect(findMessageRow(page, ids[0])).toHaveAttribute('aria-setsize', String(count))
  await page.getByRole('button', { name: t('chat.page.toEnd') }).click()
  await expect(findMessageRow(page, ids.at(-1))).toBeInViewport()

  const chat = createChatScreen(page, t)
  await chat.ask(`How strong is silk? ${createDirective('tps=200,tokens=400')}`)
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

test('of 2,000 messages reads a page, and the ones before when the reader comes near', async ({ visit, people, db }) => {
  const member = await people.invite()
  const { path, ids } = await prepareLongChat(db, member, manyContents)
  const page = await visit({ as: member, language })
  const pages = watchPages(page)
  await page.goto(path)
  await expect(findMessageRow(page, ids.at(-1))).toBeInViewport()
  await expect(findMessageRow(page, ids.at(-1))).toHaveAttribute('aria-setsize', '2000')
  expect(pages).toEqual([])

  await scrollUntilShown(page, 500, ids[1_955])
  await expect.poll(() => pages.length).toBeGreaterThan(0)
  const row = findMessageRow(page, ids[1_955])
  const before = await readSettledTop(row)
  await scrollUp(page, 100)
  await expect.poll(async () => Math.round(((await row.boundingBox())?.y ?? 0) - before)).toBe(100)

  await page.getByRole('log').focus()
  await page.keyboard.press('Home')
  await expect(findMessageRow(page, ids[0])).toBeInViewport()
  await page.keyboard.press('End')
  await expect(findMessageRow(page, ids.at(-1))).toBeInViewport()
  expect(pages.length).toBeLessThan(8)
})

test('an address of an old message reads the page around it, and goes on in both directions', async ({ visit, people, db }) => {
  const member = await people.invite()
  const { path, ids } = await prepareLongChat(db, member, manyContents)
  const page = await visit({ as: member, language })
  const pages = watchPages(page)
  await page.goto(`${path}?message=${ids[700]}`)
  await expect(findMessageRow(page, ids[700])).toBeFocused()
  await expect(findMessageRow(page, ids[700])).toBeInViewport()
  expect(pages.length).toBeLessThan(4)
  await scrollUntilShown(page, 500, ids[670])
  await scrollUntilShown(page, -500, ids[730])
})

test('a page that cannot be read can be retried, in its place', async ({ visit, people, db, problems }) => {
  problems.expect(/Failed to load resource/)
  const member = await people.invite()
  const { path, ids } = await prepareLongChat(db, member)
  const page = await visit({ as: member, language })
  await page.goto(path)
  await expect(findMessageRow(page, ids.at(-1))).toBeInViewport()
  await page.route(isPage, (route) => route.abort())
  await page.getByRole('log').focus()
  await page.keyboard.press('Home')
  const alert = page.getByRole('alert').filter({ hasText: t('errors.failure.loadMessages') })
  await expect(alert).toBeInViewport({ timeout: 15_000 })
  await page.unroute(isPage)
  await alert.getByRole('button', { name: t('common.retry') }).click()
  await expect(findMessageRow(page, ids[0])).toBeInViewport()
  await expect(alert).toBeHidden()
})

test('a chat that another tab continues stays where it is read', async ({ visit, people, db }) => {
  const member = await people.invite()
  const { id, path, ids } = await prepareLongChat(db, member)
  const page = await visit({ as: member, language })
  await page.goto(`${path}?message=${ids[100]}`)
  const row = findMessageRow(page, ids[100])
  await expect(row).toBeFocused()
  await expect(row).toHaveAttribute('aria-setsize', String(count))
  const before = await readSettledTop(row)
  await createMessage(db, { chatId: id, content: 'And silk?' })
  await createMessage(db, { chatId: id, role: 'assistant', content: 'Silk is strong.' })
  await page.evaluate((chatId) => {
    const channel = new BroadcastChannel('heddle.chats')
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin
    channel.postMessage({ chatId })
    channel.close()
  }, id)
  await expect(row).toHaveAttribute('aria-setsize', String(count + 2))
  expect(Math.abs((await readSettledTop(row)) - before)).toBeLessThan(0.5)
})

test('another version of an old question is shown where the one before was', async ({ visit, people, db }) => {
  const member = await people.invite()
  const { id, path, ids } = await prepareLongChat(db, member)
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
  await page.goto(`${path}?message=${ids[20]}`)
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

test('the visible message stays in place while the rows above are measured', async ({ visit, people, db }) => {
  const member = await people.invite()
  const { path, ids } = await prepareLongChat(db, member)
  const page = await visit({ as: member, language })
  await page.goto(`${path}?message=${ids[150]}`)
  const row = findMessageRow(page, ids[150])
  await expect(row).toBeInViewport()
  await expect(row).toBeFocused()
  await page.getByRole('log').hover()
  await page.mouse.wheel(0, -500)
  await expect.poll(async () => (await row.boundingBox())?.y ?? 0).toBeGreaterThan(400)
  const before = await readSettledTop(row)
  await page.mouse.wheel(0, -200)
  await expect.poll(async () => Math.round(((await row.boundingBox())?.y ?? 0) - before)).toBe(200)
})

test('an address scrolls to its message, also in a short chat and repeatedly', async ({ visit, people, db }) => {
  const member = await people.invite()
  const { id, path } = await prepareChat(db, member)
  const ids = await fillChat(db, id, contents.slice(0, 40))
  const page = await visit({ as: member, language })
  await page.goto(`${path}?message=${ids[3]}`)
  await expect(findMessageRow(page, ids[3])).toBeFocused()
  await expect(findMessageRow(page, ids[3])).toBeInViewport()
  await expect(findMessageRow(page, ids.at(-1))).not.toBeInViewport()
})

test('is printed completely, without the shell', async ({ visit, people, db }) => {
  const member = await people.invite()
  const { path, ids } = await prepareLongChat(db, member)
  const page = await visit({ as: member, language })
  // As a browser does it: the page hears of it before it is laid out for paper.
  await page.addInitScript(`window.print = () => {
    window.dispatchEvent(new Event('beforeprint'))
    window.printed = document.querySelectorAll('[data-message]').length
  }`)
  await page.goto(path)
  await expect(findMessageRow(page, ids.at(-1))).toBeInViewport()
  await page.keyboard.press('ControlOrMeta+p')
  await expect.poll(() => page.evaluate('window.printed')).toBe(count)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('[data-message]')).toHaveCount(count)
  await expect(page.getByText(page.url(), { exact: true })).toBeVisible()
  await expect(createChatScreen(page, t).composer).toBeHidden()
  await expect(page.getByRole('navigation', { name: t('shell.landmark.menu') })).toBeHidden()
  await expect(page.getByRole('button', { name: t('chat.message.copy') })).toHaveCount(0)
  expect(await page.getByRole('log').evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(1)
  await page.emulateMedia({ media: 'screen' })
  await expect(page.getByText(page.url(), { exact: true })).toBeHidden()
  await page.evaluate('window.dispatchEvent(new Event("afterprint"))')
  await expect(findMessageRow(page, ids[0])).toHaveCount(0)
  await expect(findMessageRow(page, ids.at(-1))).toBeInViewport()
})

test('Ctrl and F finds a text in all messages, says how many, and goes from one to the next', async ({ visit, people, db }) => {
  const member = await people.invite()
  const written = contents.map((content, index) =>
    index === 3 || index === 150 ? `${content}\n\nA **jacquard** loom, a JACQUARD head.` : content,
  )
  const { path, ids } = await prepareLongChat(db, member, written)
  const page = await visit({ as: member, language })
  await page.goto(path)
  await expect(findMessageRow(page, ids.at(-1))).toBeInViewport()
  await page.keyboard.press('ControlOrMeta+f')
  const bar = page.getByRole('search', { name: t('chat.header.find') })
  const field = bar.getByRole('textbox')
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
  await expect(findMessageRow(page, ids[150])).toBeInViewport()
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Shift+Enter')
  await expectPosition(4)
  await expect.poll(readMarked).toBe('JACQUARD')
  await expect(field).toBeFocused()
  await field.fill('velvet')
  await expect(bar.getByRole('status')).toHaveText(t('find.none'))
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await expect(createChatScreen(page, t).composer).toBeFocused()

  await test.step('a phone, which has no such key, has it in the menu of the chat', async () => {
    await page.setViewportSize(phone)
    for (const text of ['jacquard', 'velvet']) {
      await page.getByRole('button', { name: t('chat.header.more') }).click()
      await page.getByRole('menuitem', { name: t('chat.header.find') }).click()
      await expect(page.getByRole('menu')).toBeHidden()
      await expect(field).toBeFocused()
      await page.keyboard.type(text)
      await expect(bar.getByRole('status')).toHaveText(text === 'velvet' ? t('find.none') : t('find.place', { current: 1, total: 4 }))
      await expectNoSidewaysScroll(page)
      await screenshot(page, `find-phone-${text}`)
      await page.keyboard.press('Escape')
    }
  })
})

test('shortcuts and their help sheet', async ({ visit, people, db }) => {
  const member = await people.invite()
  const { id, path } = await prepareChat(db, member)
  await fillChat(db, id, contents.slice(0, 2))
  const page = await visit({ as: member, language })
  await page.goto(path)
  const { composer } = createChatScreen(page, t)
  await expect(composer).toBeFocused()
  await page.keyboard.press('ControlOrMeta+/')
  const help = page.getByRole('dialog', { name: t('shell.shortcut.title') })
  await expect(help.getByText(t('shell.shortcut.does.copyReply'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.getByRole('log').focus()
  await page.keyboard.press('?')
  await expect(help).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('ControlOrMeta+Shift+L')
  await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe(contents[1])
  await page.keyboard.press('ControlOrMeta+i')
  await expect(composer).toBeFocused()

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

test('a shared chat opens at its beginning, also when what formats it comes late', async ({ visit, people, db }) => {
  const member = await people.invite('member')
  const { id } = await prepareChat(db, member, 'en', 'Shrinkage')
  await fillChat(db, id, ['Why?', 'Cotton shrinks.\n\n'.repeat(80)])
  await createChatShare(db, { chatId: id })
  const page = await visit({ as: await people.invite('member'), language: 'en' })
  const formatting = Promise.withResolvers<void>()
  await page.route(/\/assets\/MarkdownText-/, async (route) => {
    await formatting.promise
    await route.continue()
  })
  await page.goto(`/chat/${id}/view`)
  const heading = page.getByRole('heading', { name: 'Shrinkage' })
  await expect(heading).toBeVisible()
  formatting.resolve()
  await expect(createChatScreen(page, createTexts('en')).replies).toHaveCount(1)
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  await expect(heading).toBeInViewport()
})

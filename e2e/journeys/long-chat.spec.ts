// A chat of many messages, of which only those near the viewport are rendered.
import type { Page } from '@playwright/test'
import { createChatScreen, createDirective, fillChat, prepareChat } from '../support/chat.ts'
import { expect, test } from '../support/fixtures.ts'
import type { Person } from '../support/people.ts'
import { createTexts } from '../support/texts.ts'

const t = createTexts('en')
const language = 'en'
const count = 300

const contents = Array.from({ length: count }, (_, index) =>
  index % 2 === 0
    ? `Question number ${index}`
    : `Answer number ${index}.\n\n${'A heddle raises some threads of the warp. '.repeat(1 + (index % 7) * 4)}`,
)

const findMessageRow = (page: Page, id: string | undefined) => page.locator(`[data-message="${id}"]`)

async function prepareLongChat(db: Parameters<typeof prepareChat>[0], member: Person) {
  const { id, path } = await prepareChat(db, member)
  return { path, ids: await fillChat(db, id, contents) }
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
  const before = (await row.boundingBox())?.y ?? 0
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
  await page.goto(path)
  await expect(findMessageRow(page, ids.at(-1))).toBeInViewport()
  // As a browser does it: the page hears of it before it is laid out for paper.
  await page.evaluate('window.dispatchEvent(new Event("beforeprint"))')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('[data-message]')).toHaveCount(count)
  await expect(createChatScreen(page, t).composer).toBeHidden()
  await expect(page.getByRole('navigation', { name: t('shell.landmark.menu') })).toBeHidden()
  await expect(page.getByRole('button', { name: t('chat.message.copy') })).toHaveCount(0)
  expect(await page.getByRole('log').evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(1)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate('window.dispatchEvent(new Event("afterprint"))')
  await expect(findMessageRow(page, ids[0])).toHaveCount(0)
  await expect(findMessageRow(page, ids.at(-1))).toBeInViewport()
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
  await expect(page).toHaveURL('/chat/search')
})

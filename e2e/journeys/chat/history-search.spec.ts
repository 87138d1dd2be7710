// The search of the history: in five languages, with opening, renaming, exporting and deleting the found chats.
import { readFile } from 'node:fs/promises'
import type { Language } from '@heddle/contracts/languages'
import type { PrismaClient } from '@heddle/db/client'
import { createChat } from '@heddle/db/factories/chat'
import type { Page } from '@playwright/test'
import { fillChat, prepareChat } from '../../support/pages/chat.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, screenshot, test } from '../../support/fixtures.ts'
import type { Person } from '../../support/people.ts'
import { createTexts } from '../../support/texts.ts'

/** The messages of each chat, and the keyword to search for. */
const chats: Readonly<Record<Language, { title: string; question: string; reply: string; keyword: string }>> = {
  zhHant: { title: '斜紋', question: '斜紋是什麼？', reply: '斜紋是一種常見的織物組織，表面有斜向紋路。', keyword: '織物' },
  th: { title: 'ไหม', question: 'ดูแลอย่างไร', reply: 'ควรซักผ้าไหมด้วยมือในน้ำเย็น', keyword: 'ผ้า' },
  vi: { title: 'Lụa', question: 'Giặt thế nào?', reply: 'Nên giặt VẢI lụa bằng tay.', keyword: 'VẢI' },
  ja: { title: '炭素', question: '強さは？', reply: '炭素繊維の引張強度は高いです。', keyword: '繊維' },
  en: { title: 'Twill', question: 'What is twill?', reply: 'Twill is a strong Ｆabric with diagonal lines.', keyword: 'Ｆabric' },
}
const languages = Object.keys(chats) as Language[]

async function prepareHistory(db: PrismaClient, person: Person) {
  const ids = {} as Record<Language, { chatId: string; replyId: string }>
  for (const language of languages) {
    const { title, question, reply } = chats[language]
    const { id: chatId } = await prepareChat(db, person, language, title)
    const [, replyId = ''] = await fillChat(db, chatId, [question, reply])
    ids[language] = { chatId, replyId }
  }
  return ids
}

const findResults = (page: Page, language: Language = 'en') =>
  page.getByRole('region', { name: createTexts(language)('history.search.results') })

test('a member finds chats of five languages by any keyword, and opens one at the message', async ({ visit, people, db }) => {
  const t = createTexts('zhHant')
  const member = await people.invite('member')
  const ids = await prepareHistory(db, member)
  const other = await prepareChat(db, member, 'en', 'Buttons')
  await fillChat(db, other.id, ['Which buttons?', 'Those of horn.'])
  const page = await visit({ as: member })

  await test.step('opens the search from the menu', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: t('shell.menu.searchChats'), exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: t('history.page.title') })).toBeVisible()
    await expect(page.getByText(t('history.page.hint'))).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Buttons' })).toBeVisible()
  })

  const results = findResults(page, 'zhHant')
  await test.step('searches for words of five languages', async () => {
    await page.getByRole('searchbox', { name: t('history.search.label') }).fill('織物 ผ้า vải 繊維 fabric')
    await expect(results.getByRole('listitem')).toHaveCount(5)
    await expect(page).toHaveURL(/\/chat\/search\?q=/)
    for (const language of languages) {
      const { title, reply, keyword } = chats[language]
      const result = results.getByRole('listitem').filter({ hasText: title })
      await expect(result).toContainText(reply)
      await expect(result.locator('mark')).toHaveText([keyword])
    }
    await expect(results.getByText(t('history.search.end'))).toBeVisible()
    await expectAccessible(page)
    await screenshot(page, 'history-search')
  })

  await test.step('opens the Thai one, and sees the message', async () => {
    const { chatId, replyId } = ids.th
    await results.getByRole('listitem').filter({ hasText: chats.th.title }).getByRole('link').click()
    await expect(page).toHaveURL(`/chat/${chatId}?message=${replyId}`)
    const found = page.locator(`[data-message="${replyId}"]`)
    await expect(found).toContainText(chats.th.reply)
    await expect(found).toBeFocused()
    await expect(found).toBeInViewport()
  })

  await test.step('comes back to the same results', async () => {
    await page.goBack()
    await expect(page).toHaveURL(/\/chat\/search\?q=/)
    await expect(results.getByRole('listitem')).toHaveCount(5)
  })
})

test('a search loads page after page, and shows its end and an empty result', async ({ visit, people, db }) => {
  const t = createTexts('en')
  const member = await people.invite('member')
  for (let number = 0; number < 23; number++) await createChat(db, { ownerId: member.id, assistantId: null, title: `Warp ${number}` })
  await createChat(db, { ownerId: member.id, assistantId: null, title: null })
  const page = await visit({ as: member, language: 'en', viewport: phone, colorScheme: 'dark' })
  const results = findResults(page)

  await page.goto('/chat/search?q=warp')
  await expect(results.getByRole('listitem')).toHaveCount(20)
  await expect(results.getByText(t('history.search.end'))).toBeHidden()
  await results.getByRole('button', { name: t('common.loadMore') }).press('Enter')
  await expect(results.getByRole('listitem')).toHaveCount(23)
  await expect(results.getByText(t('history.search.end'))).toBeFocused()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'colors')
  await screenshot(page, 'history-search-phone-dark')

  await page.getByRole('searchbox').fill('%')
  await expect(results.getByText(t('history.search.none')).last()).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await expect(page.getByRole('main').getByText(t('history.unnamed'))).toBeVisible()
})

test('a member renames, exports and deletes what was found', async ({ visit, people, db }) => {
  const t = createTexts('en')
  const member = await people.invite('member')
  await prepareHistory(db, member)
  const page = await visit({ as: member, language: 'en' })
  const results = findResults(page)
  const openMenu = (title: string) => results.getByRole('button', { name: t('history.menu.label', { title }) }).click()

  await page.goto('/chat/search?q=fabric')
  await expect(results.getByRole('listitem')).toHaveCount(1)

  await test.step('renames it', async () => {
    await openMenu(chats.en.title)
    await page.getByRole('menuitem', { name: t('history.menu.rename') }).click()
    const dialog = page.getByRole('dialog', { name: t('history.rename.title') })
    await dialog.getByRole('textbox', { name: t('history.rename.label') }).fill('織り Twill')
    await dialog.getByRole('button', { name: t('history.rename.save') }).click()
    await expect(dialog).toBeHidden()
    await expect(results.getByRole('link', { name: /織り Twill/ })).toBeVisible()
    await expect(
      page.getByRole('navigation', { name: t('shell.landmark.history') }).getByRole('link', { name: '織り Twill' }),
    ).toBeVisible()
  })

  await test.step('takes it home as Markdown and as JSON', async () => {
    for (const [item, name, part] of [
      [t('history.menu.exportMarkdown'), '織り Twill.md', '> Twill is a strong Ｆabric'],
      [t('history.menu.exportJson'), '織り Twill.json', '"format": "heddle-chat"'],
    ] as const) {
      await openMenu('織り Twill')
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()])
      expect(download.suggestedFilename()).toBe(name)
      expect(await readFile(await download.path(), 'utf8')).toContain(part)
    }
  })

  await test.step('deletes it', async () => {
    await openMenu('織り Twill')
    await page.getByRole('menuitem', { name: t('history.menu.delete') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('history.delete.confirm') })
      .click()
    await expect(results.getByText(t('history.search.none')).last()).toBeVisible()
    await page.reload()
    await expect(results.getByText(t('history.search.none')).last()).toBeVisible()
  })
})

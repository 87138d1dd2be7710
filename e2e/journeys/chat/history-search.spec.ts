// The search of the history: in five languages, with opening and exporting the found chats.
import { readFile } from 'node:fs/promises'
import type { Language } from '@heddle/contracts/languages'
import type { PrismaClient } from '@heddle/db/client'
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

  const results = page.getByRole('region', { name: t('history.search.results') })
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

  await test.step('takes one home as Markdown', async () => {
    await results.getByRole('button', { name: t('history.menu.label', { title: chats.ja.title }) }).click()
    const item = page.getByRole('menuitem', { name: t('history.menu.exportMarkdown') })
    const [download] = await Promise.all([page.waitForEvent('download'), item.click()])
    expect(download.suggestedFilename()).toBe(`${chats.ja.title}.md`)
    expect(await readFile(await download.path(), 'utf8')).toContain(`> ${chats.ja.reply}`)
  })

  await test.step('searches on a phone, without a result', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize(phone)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, 'colors')
    await screenshot(page, 'history-search-phone-dark')
    await page.getByRole('searchbox').fill('%')
    await expect(results.getByText(t('history.search.none')).last()).toBeVisible()
  })
})

// The main job of a member, from the sign-in to the sign-out.
import { randomUUID } from 'node:crypto'
import {
  createChatScreen,
  chooseExpert,
  createDirective,
  getExpertDescription,
  fillIn,
  findHistoryEntry,
  extractLetters,
  readChatId,
  prepareChat,
} from '../../support/pages/chat.ts'
import { expect, expectAccessible, screenshot, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

const questions = {
  zhHant: '棉和聚酯哪一種比較耐用？',
  th: 'ฝ้ายกับโพลีเอสเตอร์ อย่างไหนทนกว่ากัน',
} as const

/** The script of the answer by language. */
const scripts = { zhHant: /\p{Script=Han}{8}/u, th: /\p{Script=Thai}{8}/u } as const

for (const language of ['zhHant', 'th'] as const) {
  test(`a member asks, reads, stops, shares and deletes (${language})`, async ({ visit, people, problems }) => {
    const t = createTexts(language)
    const member = await people.invite('member')
    const page = await visit({ language })
    const chat = createChatScreen(page, t)

    await test.step('signs in with the email', async () => {
      await page.goto('/')
      await expect(page).toHaveURL('/login')
      await fillIn(page, t, 'email', member.email, member.password)
      await expect(page.getByRole('heading', { level: 1, name: t('home.welcome', { product: 'Heddle' }) })).toBeVisible()
    })

    await test.step('chooses an assistant', async () => {
      await page.getByRole('link', { name: t('shell.menu.newChat'), exact: true }).click()
      await chooseExpert(page, t, language)
      await expect(page.getByText(getExpertDescription(language))).toBeVisible()
      await expect(page.getByText(t('chat.composer.warning'))).toBeVisible()
    })

    await test.step('asks, sees the thought process and then the answer as it is written', async () => {
      await chat.ask(`${questions[language]} ${createDirective('latency=700,tps=40,endless')}`)
      await expect(chat.thinking.first()).toBeVisible()
      await expect(chat.reply.getByRole('button', { name: t('chat.thought.hide') })).toBeVisible()
      const first = await chat.readAtLeast(10)
      const later = await chat.readAtLeast(extractLetters(first).length + 20)
      expect(extractLetters(later).startsWith(extractLetters(first))).toBe(true)
    })
    const id = await readChatId(page)

    await test.step('reloads in the middle without losing a word', async () => {
      const before = await chat.readAtLeast(60)
      await page.reload()
      await expect(chat.stop).toBeVisible()
      const after = await chat.readAtLeast(extractLetters(before).length)
      expect(extractLetters(after).startsWith(extractLetters(before))).toBe(true)
      await screenshot(page, `main-job-streaming-${language}`)
    })

    await test.step('stops it, and keeps what was written', async () => {
      const before = await chat.readAtLeast(80)
      await chat.stop.click()
      await expect(chat.reply.getByText(t('chat.message.stopped'))).toBeVisible()
      expect(extractLetters((await chat.text.textContent()) ?? '').startsWith(extractLetters(before))).toBe(true)
      await expect(chat.reply).toHaveAttribute('aria-busy', 'false')
    })

    await test.step('asks again and reads the whole answer', async () => {
      await chat.ask(`${questions[language]} ${createDirective('tps=200')}`)
      await chat.expectDone(2)
      await expect(chat.text.getByRole('table')).toBeVisible()
      await expect(chat.text).toContainText(scripts[language])
      await screenshot(page, `main-job-done-${language}`)
      await expectAccessible(page)
    })

    await test.step('finds the chat in the history', async () => {
      await page.getByRole('link', { name: t('shell.menu.home'), exact: true }).click()
      await findHistoryEntry(page, t, id).getByRole('link').click()
      await expect(page).toHaveURL(`/chat/${id}`)
      await expect(chat.replies).toHaveCount(2)
    })

    await test.step('shares it with a colleague, and not with a stranger', async () => {
      await findHistoryEntry(page, t, id).getByRole('button').click()
      await page.getByRole('menuitem', { name: t('history.menu.share') }).click()
      const dialog = page.getByRole('dialog', { name: t('share.title') })
      await dialog.getByText(t('share.audience.tenant'), { exact: true }).click()
      await expect(dialog.getByText(t('share.says.tenant'))).toBeVisible()
      await dialog.getByRole('button', { name: t('share.submit'), exact: true }).click()
      await dialog.getByRole('button', { name: t('share.link.copy') }).click()
      await expect(page.getByRole('status').getByText(t('share.link.copied'))).toBeVisible()
      const link = await page.evaluate<string>('navigator.clipboard.readText()')
      expect(new URL(link).pathname).toBe(`/chat/${id}/view`)
      await dialog
        .getByRole('button', { name: t('common.close'), exact: true })
        .last()
        .click()
      await expect(dialog).toBeHidden()

      const colleague = await visit({ as: await people.get('owner'), language })
      await colleague.goto(link)
      await expect(createChatScreen(colleague, t).replies).toHaveCount(2)
      await expect(colleague.getByRole('textbox')).toHaveCount(0)
      await screenshot(colleague, `main-job-shared-${language}`)

      problems.expect(/404/)
      const stranger = await visit({ as: await people.get('outsider'), language })
      await stranger.goto(link)
      await expect(stranger.getByRole('heading', { name: t('chat.shared.notFound') })).toBeVisible()
      await expect(stranger.getByRole('article')).toHaveCount(0)
    })

    await test.step('deletes it', async () => {
      await findHistoryEntry(page, t, id).getByRole('button').click()
      await page.getByRole('menuitem', { name: t('history.menu.delete') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('history.delete.confirm'), exact: true })
        .click()
      await expect(page.getByText(t('history.delete.done'))).toBeVisible()
      await expect(findHistoryEntry(page, t, id)).toHaveCount(0)
      await expect(page).toHaveURL('/chat')
    })

    await test.step('signs out', async () => {
      await page.getByRole('button', { name: t('shell.account.label', { name: member.name }) }).click()
      await page.getByRole('menuitem', { name: t('shell.account.logout') }).click()
      await expect(page).toHaveURL('/login')
      await page.goto('/chat')
      await expect(page).toHaveURL(/\/login\?next=/)
    })
  })
}

test('a recommended question is sent with one click', async ({ visit, people }) => {
  const t = createTexts('en')
  const page = await visit({ as: await people.invite(), language: 'en' })
  await page.goto('/chat')
  await chooseExpert(page, t, 'en')
  await page.getByRole('button', { name: /Cotton or polyester/ }).click()
  const chat = createChatScreen(page, t)
  await chat.expectDone()
  await expect(chat.text).toContainText('Compare cotton and polyester in a table')
})

test('a draft survives a reload', async ({ visit, people, db }) => {
  const t = createTexts('en')
  const member = await people.invite()
  const page = await visit({ as: member, language: 'en' })
  const { path } = await prepareChat(db, member)
  const words = `words that I want to keep ${randomUUID()}`
  await page.goto(path)
  await createChatScreen(page, t).composer.fill(words)
  await page.reload()
  await expect(createChatScreen(page, t).composer).toHaveValue(words)
})

// The main job of a member, from the sign-in to the sign-out.
import {
  createChatScreen,
  chooseExpert,
  createDirective,
  getExpertDescription,
  fillIn,
  findHistoryEntry,
  extractLetters,
  readChatId,
} from '../../support/pages/chat.ts'
import { expect, screenshot, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

const language = 'zhHant'
const question = '棉和聚酯哪一種比較耐用？'

test('a member asks, reads, stops, finds and deletes', async ({ visit, people }) => {
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
    await chat.ask(`${question} ${createDirective('latency=700,tps=40,endless')}`)
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
    await screenshot(page, 'main-job-streaming')
  })

  await test.step('stops it, and keeps what was written', async () => {
    const before = await chat.readAtLeast(80)
    await chat.stop.press('Enter')
    await expect(chat.reply.getByText(t('chat.message.stopped'))).toBeVisible()
    await expect(chat.send).toBeFocused()
    expect(extractLetters((await chat.text.textContent()) ?? '').startsWith(extractLetters(before))).toBe(true)
    await expect(chat.reply).toHaveAttribute('aria-busy', 'false')
  })

  await test.step('asks again and reads the whole answer', async () => {
    await chat.ask(`${question} ${createDirective('tps=200')}`)
    await chat.expectDone(2)
    await expect(chat.text.getByRole('table')).toBeVisible()
    await expect(chat.text).toContainText(/\p{Script=Han}{8}/u)
    await screenshot(page, 'main-job-done')
  })

  await test.step('finds the chat in the history', async () => {
    await page.getByRole('link', { name: t('shell.menu.home'), exact: true }).click()
    await findHistoryEntry(page, t, id).getByRole('link').click()
    await expect(page).toHaveURL(`/chat/${id}`)
    await expect(chat.replies).toHaveCount(2)
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

// The actions of messages: feedback, editing, regenerating, switching versions, asking another expert, and comparing.
import { readFile } from 'node:fs/promises'
import { assistants } from '@heddle/seed/seed-data'
import { type Page } from '@playwright/test'
import { unpackZip } from '../../../apps/api/test/files/collection-file.ts'
import { createChatScreen, createDirective, fillChat, getExpertName, localize, prepareChat } from '../../support/pages/chat.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, screenshot, test } from '../../support/fixtures.ts'
import { listLooks } from '../../support/looks.ts'
import { openPath } from '../../support/controls/paths.ts'
import { createTexts } from '../../support/texts.ts'

const findButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a reply is rated, taken home as Word and regenerated, a question is edited, and both can be flipped back', async ({
  visit,
  people,
  db,
}) => {
  const t = createTexts('zhHant')
  const member = await people.invite('member')
  const { id, path } = await prepareChat(db, member, 'zhHant')
  const directive = createDirective('latency=0,tps=0,tokens=30')
  await fillChat(db, id, [`羊毛為什麼會縮水？ ${directive}`, '羊毛有鱗片，遇熱水會**氈縮**。'])
  const page = await visit({ as: member, language: 'zhHant' })
  const chat = createChatScreen(page, t)
  await page.goto(path)

  await test.step('it is rated with a reason', async () => {
    await findButton(page, t('chat.feedback.bad')).click()
    const reason = page.getByRole('textbox', { name: t('chat.feedback.reason'), exact: true })
    await expect(reason).toBeFocused()
    await expectAccessible(page)
    await screenshot(page, 'feedback-reason-zhHant')
    await reason.fill('羊毛有鱗片。')
    await page
      .getByRole('form', { name: t('chat.feedback.question') })
      .getByRole('button', { name: t('chat.feedback.submit') })
      .click()
    await expect(page.getByText(t('chat.feedback.thanks'))).toBeVisible()
    expect(await db.messageFeedback.findFirst({ where: { userId: member.id } })).toMatchObject({ rating: 'bad', reason: '羊毛有鱗片。' })
  })

  await test.step('it is opened as a Word file', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), findButton(page, t('chat.action.exportWord')).click()])
    expect(download.suggestedFilename()).toMatch(/\.docx$/)
    const parts = await unpackZip(await readFile(await download.path()))
    expect(parts.get('word/document.xml')?.toString()).toContain('氈縮')
  })

  /** Shows the other of two versions: the one that was inserted has the smaller id or the larger one. */
  async function flip() {
    const names = [t('chat.action.previous'), t('chat.action.next')]
    const other = page.getByRole('button', { name: new RegExp(`^(${names.join('|')})$`) }).and(page.locator(':not([aria-disabled=true])'))
    await other.focus()
    await page.keyboard.press('Enter')
  }

  await test.step('it is regenerated, and the one before is shown again', async () => {
    await findButton(page, t('chat.action.regenerate')).click()
    await expect(page.getByText(/^[12]\/2$/)).toBeVisible()
    await chat.expectDone()
    await expect(chat.text).not.toContainText('氈縮')
    await flip()
    await expect(chat.text).toContainText('氈縮')
    // The button that was pressed is the end of its way.
    await expect(page.locator('[aria-disabled=true]:focus')).toBeVisible()
  })

  await test.step('its question is edited, and the one before is shown again', async () => {
    await findButton(page, t('chat.action.edit')).click()
    const editor = page.getByRole('textbox', { name: t('chat.action.editLabel'), exact: true })
    await expect(editor).toHaveValue(/羊毛為什麼會縮水/)
    await editor.fill(`棉呢？ ${directive}`)
    await editor.press('Enter')
    await expect(chat.composer).toBeFocused()
    await expect(page.getByText(/棉呢？/).first()).toBeVisible()
    await expect(page.getByText(/^[12]\/2$/)).toBeVisible()
    await chat.expectDone()
    await flip()
    await expect(page.getByText(/羊毛為什麼會縮水/).first()).toBeVisible()
  })
})

for (const look of listLooks('th-light-desk')) {
  test(`another expert is asked once, two compared replies are voted on blindly, and the chat goes on with one (${look.name})`, async ({
    visit,
    people,
    db,
  }) => {
    const { language } = look
    const t = createTexts(language)
    const admin = await people.invite('admin')
    const { id, path } = await prepareChat(db, admin, language)
    const page = await visit({ as: admin, ...look })
    const chat = createChatScreen(page, t)
    await page.goto(path)

    const other = localize(assistants.institute[1].name, language)
    await chat.composer.click()
    await page.keyboard.type('@')
    const experts = page.getByRole('listbox', { name: t('command.expert.title') })
    await expect(experts.getByRole('option').first()).toBeVisible()
    await screenshot(page, `mention-list-${look.name}`)
    await page.keyboard.type(other)
    await expect(experts.getByRole('option')).toHaveText([new RegExp(`^${other}`)])
    await page.keyboard.press('Enter')
    await expect(page.getByText(t('command.expert.asks', { name: other }))).toBeVisible()
    await expect(chat.composer).toBeFocused()
    await chat.ask(`And by which standard? ${createDirective('latency=0,tps=0')}`)
    await chat.expectDone()
    await expect(chat.reply.getByText(other)).toBeVisible()
    await expect(page.getByRole('banner').getByText(getExpertName(language))).toBeVisible()
    await screenshot(page, `mention-reply-${look.name}`)

    await findButton(page, t('chat.choice.compare')).click()
    const dialog = page.getByRole('dialog', { name: t('comparison.dialog.title') })
    const models = dialog.getByRole('combobox', { name: t('comparison.dialog.model') })
    await expect(models.first()).not.toHaveValue('')
    await expect(models.last()).not.toHaveValue((await models.first().inputValue()) || '-')
    await dialog.getByRole('switch', { name: t('comparison.dialog.blind') }).press('Space')
    await expectAccessible(page)
    await screenshot(page, `compare-dialog-${look.name}`)
    await dialog.getByRole('button', { name: t('comparison.dialog.submit'), exact: true }).press('Enter')
    await expect(chat.composer).toBeFocused()

    await chat.ask(`Which fiber is stronger? ${createDirective('latency=0,tps=0')}`)
    const replies = page.getByRole('region', { name: t('comparison.thread.title') })
    const vote = replies.getByRole('group', { name: t('comparison.vote.title') })
    await expect(vote).toBeVisible()
    await expect(page.getByText(t('history.generating'))).toHaveCount(0)
    await page.reload()
    await expect(vote).toBeVisible()
    await expect(replies.getByRole('article')).toHaveCount(2)
    const made = await db.message.findMany({ where: { chatId: id, comparisonId: { not: null } } })
    for (const { modelName } of made) await expect(replies.getByText(modelName ?? '-')).toHaveCount(0)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await screenshot(page, `compare-vote-${look.name}`)
    await page.setViewportSize(phone)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, 'layout')
    await page.setViewportSize(look.viewport)

    const best = t('comparison.vote.better', { place: 'B' })
    await vote.getByRole('button', { name: best }).press('Enter')
    await expect(page.getByText(t('comparison.vote.given', { vote: best }))).toBeVisible()
    const chosen = replies.locator('[data-chosen]')
    await expect(chosen.getByRole('heading').first()).toContainText('B')
    await expect.poll(() => db.comparison.findFirst({ where: { chatId: id } })).toMatchObject({ vote: 'second' })
    await screenshot(page, `compare-voted-${look.name}`)

    await chat.ask(`And why? ${createDirective('latency=0,tps=0')}`)
    await chat.expectDone(3)
    await expect(replies).toHaveCount(0)
    await expect(page.getByText(/^[12]\/2$/)).toBeVisible()

    await openPath(page, '/settings/feedback?tab=votes')
    await expect(page.getByRole('rowheader').filter({ hasText: getExpertName(language) })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await screenshot(page, `votes-${look.name}`)
  })
}

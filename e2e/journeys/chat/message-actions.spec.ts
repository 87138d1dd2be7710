// The actions of messages: feedback, editing, regenerating, switching versions, continuing, and the sources of a
// reply.
import { readFile } from 'node:fs/promises'
import { createChatShare } from '@heddle/db/factories/chat'
import { assistants } from '@heddle/seed/seed-data'
import { type Page } from '@playwright/test'
import { unpackZip } from '../../../apps/api/test/files/collection-file.ts'
import { createPdf } from '../../../apps/api/test/files/pdf.ts'
import { createChatScreen, createDirective, extractLetters, getExpertName, localize, prepareChat } from '../../support/pages/chat.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, screenshot, test } from '../../support/fixtures.ts'
import { listLooks } from '../../support/looks.ts'
import { type Texts, createTexts } from '../../support/texts.ts'

const findButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a bad reply is rated with a reason, which can be changed and removed', async ({ visit, people, db }) => {
  const t = createTexts('zhHant')
  const member = await people.invite('member')
  const { path } = await prepareChat(db, member, 'zhHant')
  const page = await visit({ as: member, language: 'zhHant' })
  const chat = createChatScreen(page, t)
  await page.goto(path)
  await chat.ask(`羊毛為什麼會縮水？ ${createDirective('tps=0,tokens=40')}`)
  await chat.expectDone()

  const bad = findButton(page, t('chat.feedback.bad'))
  await bad.click()
  const reason = page.getByRole('textbox', { name: t('chat.feedback.reason'), exact: true })
  await expect(reason).toBeFocused()
  await expectAccessible(page)
  await screenshot(page, 'feedback-reason-zhHant')
  await findButton(page, t('chat.feedback.quick.incorrect')).click()
  await reason.fill('羊毛有鱗片。')
  await page
    .getByRole('form', { name: t('chat.feedback.question') })
    .getByRole('button', { name: t('chat.feedback.submit') })
    .click()
  await expect(page.getByText(t('chat.feedback.thanks'))).toBeVisible()
  const given = () => db.messageFeedback.findFirst({ where: { userId: member.id } })
  expect(await given()).toMatchObject({ rating: 'bad', reason: `${t('chat.feedback.quick.incorrect')}\n羊毛有鱗片。`, conversation: null })

  await page.reload()
  await expect(bad).toHaveAttribute('aria-pressed', 'true')
  await bad.click()
  await expect(bad).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(given).toBeNull()
  await findButton(page, t('chat.feedback.good')).click()
  await expect(page.getByText(t('chat.feedback.thanks'))).toBeVisible()
  expect(await given()).toMatchObject({ rating: 'good' })
})

test('a reply is taken home as Word and regenerated, a question is edited, and both can be flipped back', async ({ visit, people, db }) => {
  const t = createTexts('en')
  const member = await people.invite('member')
  const { path } = await prepareChat(db, member)
  const page = await visit({ as: member, language: 'en' })
  const chat = createChatScreen(page, t)
  await page.goto(path)
  await chat.ask(`What is a heddle? ${createDirective('tps=0,tokens=30')}`)
  await chat.expectDone()

  await test.step('it is opened as a Word file', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), findButton(page, t('chat.action.exportWord')).click()])
    expect(download.suggestedFilename()).toMatch(/\.docx$/)
    const parts = await unpackZip(await readFile(await download.path()))
    const words =
      parts
        .get('word/document.xml')
        ?.toString()
        .replaceAll(/<[^>]+>/g, '') ?? ''
    expect(extractLetters(words)).toContain(extractLetters((await chat.text.textContent()) ?? '').slice(0, 30))
  })

  await findButton(page, t('chat.action.regenerate')).click()
  await expect(page.getByText(/^[12]\/2$/)).toBeVisible()
  await chat.expectDone()
  await findButton(page, t('chat.action.previous')).click()
  await expect(page.getByText('1/2')).toBeVisible()
  await expect(findButton(page, t('chat.action.previous'))).toBeFocused()

  await findButton(page, t('chat.action.edit')).click()
  const editor = page.getByRole('textbox', { name: t('chat.action.editLabel'), exact: true })
  await expect(editor).toHaveValue(/What is a heddle\?/)
  await editor.fill(`What is a reed? ${createDirective('tps=0,tokens=30')}`)
  await editor.press('Enter')
  await expect(chat.composer).toBeFocused()
  await chat.expectDone()
  await expect(page.getByText(/What is a reed\?/).first()).toBeVisible()
  await expect(page.getByText(/^[12]\/2$/)).toBeVisible()
  await chat.expectDone()
  await findButton(page, t('chat.action.previous')).click()
  await expect(page.getByText(/What is a heddle\?/).first()).toBeVisible()
  await page.reload()
  await expect(page.getByText(/What is a heddle\?/).first()).toBeVisible()
})

test('a stopped reply continues where it was stopped', async ({ visit, people, db }) => {
  const t = createTexts('en')
  const member = await people.invite('member')
  const { id, path } = await prepareChat(db, member)
  const page = await visit({ as: member, language: 'en' })
  const chat = createChatScreen(page, t)
  await page.goto(path)
  await chat.ask(`Tell me about wool. ${createDirective('tps=20')}`)
  await chat.readAtLeast(20)
  await chat.stop.press('Enter')
  await expect(page.getByText(t('chat.message.stopped'))).toBeVisible()
  await expect(chat.send).toBeFocused()
  const stopped = await db.message.findFirstOrThrow({ where: { chatId: id, role: 'assistant' } })

  await findButton(page, t('chat.action.continue')).press('Enter')
  await expect(chat.composer).toBeFocused()
  await expect(page.getByText(t('chat.message.stopped'))).toHaveCount(0)
  await chat.stop.click()
  await expect(page.getByText(t('chat.message.stopped'))).toBeVisible()
  const replies = await db.message.findMany({ where: { chatId: id, role: 'assistant' } })
  expect(replies).toHaveLength(1)
  expect(replies[0]?.content.startsWith(stopped.content)).toBe(true)
})

const createFiller = (page: number) =>
  Array.from({ length: 20 }, (_, line) => `Page ${page}, line ${line}: warp and weft meet at right angles.`)
const pages = [1, 2, 3, 4, 5].map((number) =>
  number === 4 ? ['Washed cotton shrinks by five percent in the warp.', ...createFiller(number)] : createFiller(number),
)
const report = { name: 'shrinkage.pdf', mimeType: 'application/pdf', buffer: createPdf({ pages }) }

async function askOverReport(page: Page, t: Texts) {
  const chat = createChatScreen(page, t)
  await page.locator('input[type=file]').setInputFiles([report])
  await expect(page.getByText(t('chat.files.ready'))).toBeVisible()
  await chat.ask(`How much does washed cotton shrink in the warp? ${createDirective('tps=0')}`)
  await chat.expectDone()
  return chat.reply.getByRole('button', { name: new RegExp(t('chat.sources.nameAtPage', { name: report.name, page: 4 })) }).first()
}

for (const { language, viewport, colorScheme } of [
  { language: 'zhHant', viewport: undefined, colorScheme: 'light' },
  { language: 'th', viewport: phone, colorScheme: 'dark' },
] as const) {
  test(`the number in an answer over a PDF opens it on its page, with the passage marked (${language})`, async ({ visit, people, db }) => {
    const t = createTexts(language)
    const member = await people.invite('member')
    const { path } = await prepareChat(db, member, language)
    const page = await visit({ as: member, language, colorScheme, ...(viewport && { viewport }) })
    await page.goto(path)
    const citation = await askOverReport(page, t)
    await citation.click()

    const drawn = page.getByRole('group', { name: t('document.page', { page: 4 }), exact: true })
    await expect(drawn).toHaveAttribute('aria-busy', 'false')
    await expect(drawn.locator('[data-cited]').first()).toContainText('Washed cotton shrinks by five percent in the warp.')
    await expect(page.getByRole('heading', { name: t('chat.sources.title'), exact: true })).toBeVisible()
    // Up to the question, as the names of what is scrolled out of view are not checked. A phone shows the panel alone.
    if (!viewport) {
      await page.getByRole('log').hover()
      await page.mouse.wheel(0, -5_000)
      await expect(page.getByRole('list', { name: t('chat.message.files') })).toBeInViewport()
    }
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await screenshot(page, `sources-${language}`)

    await findButton(page, t('document.nav.page.next')).click()
    await expect(page.getByRole('group', { name: t('document.page', { page: 5 }), exact: true })).toHaveAttribute('aria-busy', 'false')
    // The first Escape may close the hint of the button that was pressed.
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(page.getByRole('heading', { name: t('chat.sources.title'), exact: true })).toHaveCount(0, { timeout: 500 })
    }).toPass()
    await expect(citation).toBeFocused()
  })
}

test('a reader of a shared chat sees the cited passages, and not the file', async ({ visit, people, db }) => {
  const t = createTexts('en')
  const member = await people.invite('member')
  const { id, path } = await prepareChat(db, member)
  const owners = await visit({ as: member, language: 'en' })
  await owners.goto(path)
  await askOverReport(owners, t)
  await createChatShare(db, { chatId: id })

  const page = await visit({ as: await people.invite('member'), language: 'en' })
  await page.goto(`/chat/${id}/view`)
  await findButton(page, t('chat.sources.show')).click()
  await expect(page.getByText(t('chat.sources.readerHint'))).toBeVisible()
  await expect(
    page
      .locator('aside, [role=dialog]')
      .getByRole('blockquote')
      .getByText(/Washed cotton shrinks by five percent/),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: t('chat.action.regenerate') })).toHaveCount(0)
})

test('a reply without sources shows a note', async ({ visit, people, db }) => {
  const t = createTexts('zhHant')
  const member = await people.invite('member')
  const { path } = await prepareChat(db, member, 'zhHant')
  const page = await visit({ as: member, language: 'zhHant' })
  const chat = createChatScreen(page, t)
  await page.goto(path)
  await chat.ask(`你好 ${createDirective('tps=0,tokens=10')}`)
  await chat.expectDone()
  await findButton(page, t('chat.sources.show')).click()
  await expect(page.getByText(t('chat.sources.noneHint'))).toBeVisible()
  await screenshot(page, 'sources-none-zhHant')
})

for (const look of listLooks('en-light-desk', 'th-light-phone')) {
  test(`another expert is asked once, two compared replies are voted on blindly, and the chat goes on with one (${look.name})`, async ({
    visit,
    people,
    db,
  }) => {
    const { language } = look
    const t = createTexts(language)
    const member = await people.invite('member')
    const { id, path } = await prepareChat(db, member, language)
    const page = await visit({ as: member, ...look })
    const chat = createChatScreen(page, t)
    await page.goto(path)

    const other = localize(assistants.institute[1].name, language)
    await chat.composer.click()
    await page.keyboard.type('@')
    const experts = page.getByRole('listbox', { name: t('command.expert.title') })
    await expect(experts.getByRole('option').first()).toBeVisible()
    await expectAccessible(page)
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
    await expectAccessible(page)
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

    const reports = await visit({ as: await people.invite('admin'), ...look })
    await reports.goto('/settings/feedback?tab=votes')
    await expect(reports.getByRole('rowheader').filter({ hasText: getExpertName(language) })).toBeVisible()
    await expectAccessible(reports)
    await expectNoSidewaysScroll(reports)
    await screenshot(reports, `votes-${look.name}`)
  })
}

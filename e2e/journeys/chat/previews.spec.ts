// The previews of every kind of file, from the sources of a reply and the files of a question, on a desk and on a phone.
import { xsrfCookie, xsrfHeader } from '@heddle/contracts/system/system'
import type { PrismaClient } from '@heddle/db/client'
import { createChatFile } from '@heddle/db/factories/chat'
import type { Page } from '@playwright/test'
import { createPdf } from '../../../apps/api/test/files/pdf.ts'
import { createPng } from '../../../apps/api/test/files/png.ts'
import { createChatScreen, fillChat, prepareChat } from '../../support/pages/chat.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, screenshot, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

const language = 'en'
const t = createTexts(language)
const fact = 'Washed wool felts.'
const filler = Array.from({ length: 60 }, (_, index) => `Paragraph ${index + 1} of the report.`)
const row = `| wool | ${fact} |`
const table = ['| fibre | note |', '| --- | --- |', ...filler.map((text) => `| other | ${text} |`), row].join('\n')
const marked = '**Washed** wool felts.'
const markdown = ['# Fibres', ...filler, marked].join('\n\n')
const openXml = 'application/vnd.openxmlformats-officedocument'

/** The extracted text of each kind of file; `cited` is the page that the reply cites, if the file has pages. */
const files = [
  { name: 'report.pdf', mediaType: 'application/pdf', texts: ['Foreword', fact, 'Index'], cited: 2, passage: fact },
  { name: 'report.docx', mediaType: `${openXml}.wordprocessingml.document`, texts: [markdown], cited: null, passage: marked },
  {
    name: 'slides.pptx',
    mediaType: `${openXml}.presentationml.presentation`,
    texts: ['Foreword', marked, 'End'],
    cited: 2,
    passage: marked,
  },
  { name: 'table.xlsx', mediaType: `${openXml}.spreadsheetml.sheet`, texts: ['Foreword', table], cited: 2, passage: row },
  { name: 'table.csv', mediaType: 'text/csv', texts: [table], cited: null, passage: row },
  { name: 'notes.md', mediaType: 'text/markdown', texts: [markdown], cited: null, passage: marked },
  { name: 'page.html', mediaType: 'text/html', texts: [markdown], cited: null, passage: marked },
  { name: 'notes.txt', mediaType: 'text/plain', texts: [[...filler, fact].join('\n')], cited: null, passage: fact },
  { name: 'loom.png', mediaType: 'image/png', texts: [], cited: null, passage: null },
] as const

/** Files that are shown as they are, unlike the others, of which only the text is shown. */
const uploads = [
  new File([new Uint8Array(createPdf({ pages: [['Foreword'], [fact], ['Index']] }))], 'report.pdf'),
  new File([new Uint8Array(createPng({ width: 300, height: 200 }))], 'loom.png'),
]

/** Creates a chat whose question has all files, and whose reply cites all of them with text. */
async function createCitingChat(db: PrismaClient, page: Page, origin: string, accessToken: string, id: string) {
  const form = new FormData()
  for (const file of uploads) form.append('files', file)
  const xsrf = (await page.context().cookies()).find(({ name }) => name === xsrfCookie)?.value ?? ''
  const response = await page.request.post(`${origin}/api/v1/chat/${id}/file`, {
    headers: { authorization: `Bearer ${accessToken}`, [xsrfHeader]: xsrf },
    multipart: form,
    timeout: 60_000,
  })
  expect(await response.json()).toMatchObject({ results: uploads.map(({ name }) => ({ state: 'ready', name })) })
  const numbers = files.flatMap(({ passage }, index) => (passage === null ? [] : [`[${40 + index}]`]))
  const [question = '', reply = ''] = await fillChat(db, id, ['What felts?', `Wool does ${numbers.join(' and ')}.`])
  for (const [position, { name, mediaType, texts, cited, passage }] of files.entries()) {
    const uploaded = await db.chatFile.findFirst({ where: { chatId: id, name } })
    const { id: fileId } = uploaded ?? (await createChatFile(db, { chatId: id, name, mediaType, texts: [...texts] }))
    await db.chatFileMessage.create({ data: { fileId, messageId: question, position } })
    if (passage !== null)
      await db.messageSource.create({ data: { messageId: reply, number: 40 + position, title: name, passage, page: cited, fileId } })
  }
}

test('the preview of every kind of file opens at the passage, turns its pages and closes, on a desk and on a phone', async ({
  visit,
  people,
  db,
  product,
}) => {
  test.slow()
  const member = await people.invite('member')
  const signIn = await people.signIn(member)
  const { id, path } = await prepareChat(db, member, language, 'Felting')
  const page = await visit({ signIn, language })
  await createCitingChat(db, page, product.origin, signIn.accessToken, id)
  await page.goto('/')
  await page.getByRole('main').locator(`a[href="${path}"]`).click()
  const { text, composer } = createChatScreen(page, t)
  const close = page.getByRole('button', { name: t('common.close'), exact: true })

  async function leaveWithIt() {
    await page.goBack()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goForward()
    await expect(text).toContainText('Wool does')
  }

  for (const where of ['desk', 'phone'] as const)
    await test.step(where, async () => {
      if (where === 'phone') {
        await page.emulateMedia({ colorScheme: 'dark' })
        await page.setViewportSize(phone)
      }
      for (const [index, { name, cited, passage }] of files.entries()) {
        if (passage === null) continue
        const label = t('chat.sources.cited', {
          number: index + 1,
          name: cited === null ? name : t('chat.sources.nameAtPage', { name, page: cited }),
        })
        const citation = page.getByRole('button', { name: label, exact: true })
        await citation.click()
        const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name }) })
        const preview = card.getByRole('region', { name: t('document.preview') })
        await expect(preview.getByText(/felts\./).last()).toBeInViewport()
        await expect(card.getByRole('heading', { level: 3 })).toBeInViewport({ ratio: 1 })
        await expectNoSidewaysScroll(page)
        if (name === 'report.pdf') {
          const drawn = page.getByRole('group', { name: t('document.page', { page: 2 }), exact: true })
          await expect(drawn).toHaveAttribute('aria-busy', 'false')
          await expect(drawn.locator('[data-cited]').first()).toContainText(fact)
          await expectAccessible(page, where === 'desk' ? 'all' : 'colors')
        }
        if (name === 'report.pdf' || name === 'notes.md') await screenshot(page, `preview-${name}-${where}`)
        if (cited !== null) {
          await card.getByRole('button', { name: t(`document.nav.${name === 'table.xlsx' ? 'sheet' : 'page'}.previous`) }).click()
          await expect(preview.getByText(/felts\./)).toHaveCount(0)
        }
        if (name === 'report.pdf' && where === 'desk') {
          // The first Escape may close the hint of the button that was pressed.
          await expect(async () => {
            await page.keyboard.press('Escape')
            await expect(close).toHaveCount(0, { timeout: 500 })
          }).toPass()
          await expect(citation).toBeFocused()
        } else if (name === 'report.pdf' || name === 'notes.txt' || name === 'table.csv') await leaveWithIt()
        else await close.click()
        await expect(close).toHaveCount(0)
      }

      // On a desk only those that are shown as they are: a card has shown the text of the others.
      const opened = files.filter(({ name }) => where === 'phone' || uploads.some((file) => file.name === name))
      for (const { name, passage } of opened) {
        await page
          .getByRole('button', { name: new RegExp(name.replace('.', String.raw`\.`)) })
          .first()
          .click()
        await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
        await expect(passage === null ? page.getByRole('img', { name }) : page.getByText(/Foreword|Paragraph 1 of/).last()).toBeVisible()
        await close.click()
        await expect(close).toHaveCount(0)
      }
      await expect(composer).toBeVisible()
    })
})

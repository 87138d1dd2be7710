// Files in a chat: chosen, refused, removed and sent.
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat } from '@heddle/db/factories/chat'
import { createWorkflow, graphWithoutFiles } from '@heddle/db/factories/workflow'
import { type Page } from '@playwright/test'
import { createPdf } from '../../../apps/api/test/files/pdf.ts'
import { openPath } from '../../support/controls/paths.ts'
import { createChatScreen, createDirective, readChatId } from '../../support/pages/chat.ts'
import { desk, expect, expectAccessible, expectNoSidewaysScroll, phone, screenshot, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

const pdf = {
  name: 'shrinkage.pdf',
  mimeType: 'application/pdf',
  buffer: createPdf({ pages: [['Foreword'], ['Washed cotton shrinks by five percent in the warp.'], ['Index']] }),
}
const csv = { name: '織物.csv', mimeType: 'text/csv', buffer: Buffer.from('fibre,percent\ncotton,60\n') }
/** Each with a content of its own: one that is attached already is refused. */
const createCsv = (fibre: string) => ({ name: `${fibre}.csv`, mimeType: 'text/csv', buffer: Buffer.from(`fibre,percent\n${fibre},40\n`) })
const program = { name: 'loom.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') }
/** A fake PDF, which the browser cannot detect. */
const fakePdf = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('Dear Sir or Madam,') }

async function chooseFiles(page: Page, files: readonly (typeof pdf)[]) {
  await page.locator('input[type=file]').setInputFiles([...files])
}

const language = 'zhHant'

test('files go with a message to an expert that reads them: chosen, dropped, replaced, refused and removed', async ({
  visit,
  people,
  db,
}) => {
  const t = createTexts(language)
  const { tenantId, join } = await people.createInstitute()
  const member = await join('U')
  const createExpert = async (name: string, allowFiles: boolean) => {
    const workflow = await createWorkflow(db, { tenantId, draft: graphWithoutFiles(), allowFiles })
    return createAssistant(db, { tenantId, workflowId: workflow.id, isPublic: true, name: { default: name } })
  }
  const [strict, reader] = [await createExpert('Strict adviser', false), await createExpert('Shrinkage adviser', true)]
  const { id: strictId } = await createChat(db, { ownerId: member.id, assistantId: strict.id, responseLanguage: 'en' })
  const page = await visit({ as: member, language })
  const chat = createChatScreen(page, t)
  const list = page.getByRole('list', { name: t('chat.files.list') })

  await test.step('two good files wait for the first message, a bad one is named', async () => {
    await page.goto('/chat')
    await page.getByRole('main').getByRole('button', { name: 'Shrinkage adviser' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Shrinkage adviser' })).toBeVisible()
    await chooseFiles(page, [pdf, program, csv])
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expect(list.getByText(t('chat.files.waiting'))).toHaveCount(2)
    const report = page.getByRole('status').filter({ hasText: 'loom.exe' })
    await expect(report).toContainText(t('chat.files.taken', { count: 2 }))
    await expect(report).toContainText(t('chat.files.reason.type'))
    await expectAccessible(page)
    await screenshot(page, `files-chosen-${language}`)
    await page.setViewportSize(phone)
    await expectNoSidewaysScroll(page)
    await screenshot(page, 'files-phone')
    await page.setViewportSize(desk)
    await page.reload()
    await expect(list.getByText(t('chat.files.waiting'))).toHaveCount(2)

    await chat.ask(`How much does washed cotton shrink? ${createDirective('latency=0,tps=0,tokens=20')}`)
    const id = await readChatId(page)
    await chat.expectDone()
    await expect(page.getByText('shrinkage.pdf').first()).toBeVisible()
    await expect(list).toHaveCount(0)
    const sent = await db.chatFileMessage.findMany({
      where: { message: { chatId: id } },
      include: { file: true },
      orderBy: { position: 'asc' },
    })
    expect(sent.map(({ file }) => file.name)).toEqual(['shrinkage.pdf', '織物.csv'])
    await screenshot(page, `files-sent-${language}`)
  })

  await test.step('one that the service refuses blocks the message until it is removed', async () => {
    await chooseFiles(page, [fakePdf, createCsv('flax')])
    await expect(list.getByText(t('errors.code.FILE_CONTENT_MISMATCH'))).toBeVisible()
    await expect(list.getByText(t('chat.files.ready'))).toBeVisible()
    await chat.ask('What is in it?')
    await expect(page.getByRole('alert').filter({ hasText: t('chat.files.problem.failed') })).toBeVisible()
    await expect(chat.replies).toHaveCount(1)
    await page.getByRole('button', { name: t('chat.files.remove', { name: 'letter.pdf' }), exact: true }).click()
    await expect(list.getByText('letter.pdf')).toHaveCount(0)
  })

  await test.step('one is dropped on the page, a fourth is rejected, and the others are replaced and restored', async () => {
    const data = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['fibre,percent\\nhemp,40\\n'], 'hemp.csv', { type: 'text/csv' }))
      return transfer
    })()`)
    await page.dispatchEvent('main', 'dragenter', { dataTransfer: data })
    await expect(page.getByText(t('chat.files.drop'))).toBeVisible()
    await page.dispatchEvent('main', 'drop', { dataTransfer: data })
    await expect(page.getByText(t('chat.files.drop'))).toBeHidden()
    await expect(list.getByText(t('chat.files.ready'))).toHaveCount(2)

    await chooseFiles(page, [createCsv('jute'), createCsv('ramie')])
    await expect(list.getByText(t('chat.files.ready'))).toHaveCount(3)
    await expect(page.getByText('ramie.csv')).toBeVisible()
    const opened = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: t('chat.files.replace'), exact: true }).click()
    await (await opened).setFiles([createCsv('sisal')])
    await expect(list.getByRole('listitem')).toHaveText([/sisal\.csv/])
    await page.getByRole('button', { name: t('chat.files.undoReplace'), exact: true }).click()
    await expect(list.getByRole('listitem')).toHaveText([/flax\.csv/, /hemp\.csv/, /jute\.csv/])
  })

  await test.step('an expert that accepts no file leads to one that does, which reads it without a node for it', async () => {
    await openPath(page, `/chat/${strictId}`)
    await expect(list).toHaveCount(0)
    const question = `How much does washed cotton shrink? ${createDirective('latency=0,tps=0')}`
    await chat.composer.fill(question)
    // It is marked as disabled, for which Playwright waits with a click.
    await page.getByRole('button', { name: t('chat.files.upload'), exact: true }).press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: t('chat.files.notRead') })).toBeVisible()
    const offer = page.getByRole('group', { name: t('chat.files.otherExperts') }).getByRole('button')
    await expect(offer).toHaveText(['Shrinkage adviser'])
    await expectAccessible(page)
    await screenshot(page, `files-refused-${language}`)
    await offer.click()
    await expect(page.getByText(t('command.expert.asks', { name: 'Shrinkage adviser' }))).toBeVisible()
    await expect(chat.composer).toHaveValue(question)

    await chooseFiles(page, [pdf])
    await expect(list.getByText(t('chat.files.ready'))).toBeVisible()
    await chat.composer.press('Enter')
    await chat.expectDone()
    await expect(chat.text).toContainText('Washed cotton shrinks by five percent')
    await chat.reply.getByRole('button', { name: t('chat.thought.show') }).click()
    const names = (['start', 'document_extract', 'llm', 'answer'] as const).map((type) => t(`chat.thought.node.${type}`))
    await expect(chat.reply.getByRole('list').first().getByRole('listitem')).toContainText(names)
    await screenshot(page, `files-read-${language}`)
    expect(await db.message.findFirst({ where: { chatId: strictId, role: 'assistant' } })).toMatchObject({ assistantId: reader.id })
  })
})

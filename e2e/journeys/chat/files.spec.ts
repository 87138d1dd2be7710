// Files in a chat: chosen, refused, removed and sent.
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat } from '@heddle/db/factories/chat'
import { createWorkflow, graphWithoutFiles } from '@heddle/db/factories/workflow'
import { type Page } from '@playwright/test'
import { createPdf } from '../../../apps/api/test/files/pdf.ts'
import { createChatScreen, chooseExpert, createDirective, readChatId, prepareChat } from '../../support/pages/chat.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, screenshot, test } from '../../support/fixtures.ts'
import { type Texts, createTexts } from '../../support/texts.ts'

const pdf = {
  name: 'shrinkage.pdf',
  mimeType: 'application/pdf',
  buffer: createPdf({ pages: [['Foreword'], ['Washed cotton shrinks by five percent in the warp.'], ['Index']] }),
}
const csv = { name: '織物.csv', mimeType: 'text/csv', buffer: Buffer.from('fibre,percent\ncotton,60\n') }
const program = { name: 'loom.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') }
/** A fake PDF, which the browser cannot detect. */
const fakePdf = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('Dear Sir or Madam,') }

async function chooseFiles(page: Page, files: readonly (typeof pdf)[]) {
  await page.locator('input[type=file]').setInputFiles([...files])
}
const findFileList = (page: Page, t: Texts) => page.getByRole('list', { name: t('chat.files.list') })

const language = 'zhHant'

test('two good files go with the first message, a bad one is named', async ({ visit, people, db }) => {
  const t = createTexts(language)
  const page = await visit({ as: await people.invite('member'), language })
  const chat = createChatScreen(page, t)
  await page.goto('/chat')
  await chooseExpert(page, t, language)
  await chooseFiles(page, [pdf, program, csv])

  const list = findFileList(page, t)
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByText(t('chat.files.waiting'))).toHaveCount(2)
  const report = page.getByRole('status').filter({ hasText: 'loom.exe' })
  await expect(report).toContainText(t('chat.files.taken', { count: 2 }))
  await expect(report).toContainText(t('chat.files.reason.type'))
  await expectAccessible(page)
  await screenshot(page, `files-chosen-${language}`)
  await page.reload()
  await expect(list.getByText(t('chat.files.waiting'))).toHaveCount(2)

  await chat.ask(`How much does washed cotton shrink? ${createDirective('tps=200')}`)
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

test('a file that the service refuses blocks the message until it is removed', async ({ visit, people, db }) => {
  const t = createTexts('en')
  const member = await people.invite('member')
  const { id, path } = await prepareChat(db, member)
  const page = await visit({ as: member, language: 'en' })
  const chat = createChatScreen(page, t)
  await page.goto(path)
  await chooseFiles(page, [fakePdf, csv])
  const list = findFileList(page, t)
  await expect(list.getByText(t('errors.code.FILE_CONTENT_MISMATCH'))).toBeVisible()
  await expect(list.getByText(t('chat.files.ready'))).toBeVisible()

  await chat.ask('What is in it?')
  await expect(page.getByRole('alert').filter({ hasText: t('chat.files.problem.failed') })).toBeVisible()
  await expect(chat.replies).toHaveCount(0)

  await page.getByRole('button', { name: t('chat.files.remove', { name: 'letter.pdf' }), exact: true }).click()
  await expect(list.getByText('letter.pdf')).toHaveCount(0)
  await page.reload()
  await expect(list.getByText('織物.csv')).toBeVisible()
  await expect(chat.composer).toHaveValue('What is in it?')
  await chat.composer.press('Enter')
  await chat.expectDone()
  expect(await db.chatFile.findMany({ where: { chatId: id }, select: { name: true } })).toEqual([{ name: '織物.csv' }])
})

test('a fourth file is rejected; the others can be replaced and restored', async ({ visit, people, db }) => {
  const t = createTexts('en')
  const member = await people.invite('member')
  const { id, path } = await prepareChat(db, member)
  const page = await visit({ as: member, language: 'en', viewport: phone })
  await page.goto(path)
  // Each with a content of its own: one that is attached already is refused.
  const named = (name: string) => ({ ...csv, name, buffer: Buffer.from(`${csv.buffer.toString()}${name}\n`) })
  await chooseFiles(page, [named('1.csv'), named('2.csv'), named('3.csv'), named('4.csv')])
  const list = findFileList(page, t)
  await expect(list.getByText(t('chat.files.ready'))).toHaveCount(3)
  await expect(page.getByText('4.csv')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await screenshot(page, 'files-phone')

  const replaceWith = async (name: string) => {
    const opened = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: t('chat.files.replace'), exact: true }).click()
    await (await opened).setFiles([named(name)])
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(list.getByText(name)).toBeVisible()
  }
  await replaceWith('5.csv')
  await screenshot(page, 'files-replaced-phone')
  await page.getByRole('button', { name: t('chat.files.undoReplace'), exact: true }).click()
  await expect(list.getByRole('listitem')).toHaveText([/1\.csv/, /2\.csv/, /3\.csv/])
  await replaceWith('5.csv')
  await page.getByRole('button', { name: t('chat.files.dismiss'), exact: true }).click()
  await expect.poll(() => db.chatFile.findMany({ where: { chatId: id }, select: { name: true } })).toEqual([{ name: '5.csv' }])
})

test('files can be dropped on the page', async ({ visit, people, db }) => {
  const t = createTexts('en')
  const member = await people.invite('member')
  const { path } = await prepareChat(db, member)
  const page = await visit({ as: member, language: 'en' })
  await page.goto(path)
  await expect(createChatScreen(page, t).composer).toBeVisible()
  const data = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['fibre,percent\\nflax,40\\n'], 'flax.csv', { type: 'text/csv' }))
    return transfer
  })()`)
  // The drop area is loaded after the composer is shown: until then nothing answers the drag.
  await expect(async () => {
    await page.dispatchEvent('main', 'dragenter', { dataTransfer: data })
    await expect(page.getByText(t('chat.files.drop'))).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.dispatchEvent('main', 'drop', { dataTransfer: data })
  await expect(page.getByText(t('chat.files.drop'))).toBeHidden()
  await expect(findFileList(page, t).getByText('flax.csv')).toBeVisible()
})

test('an expert that accepts no file leads to one that does, which reads it without a node for it', async ({ visit, people, db }) => {
  const t = createTexts(language)
  const { tenantId, join } = await people.createInstitute()
  const member = await join('U')
  const createExpert = async (name: string, allowFiles: boolean) => {
    const workflow = await createWorkflow(db, { tenantId, draft: graphWithoutFiles(), allowFiles })
    return createAssistant(db, { tenantId, workflowId: workflow.id, isPublic: true, name: { default: name } })
  }
  const [strict, reader] = [await createExpert('Strict adviser', false), await createExpert('Shrinkage adviser', true)]
  const { id } = await createChat(db, { ownerId: member.id, assistantId: strict.id, responseLanguage: 'en' })
  const page = await visit({ as: member, language })
  const chat = createChatScreen(page, t)
  await page.goto(`/chat/${id}`)
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
  await expect(findFileList(page, t).getByText(t('chat.files.ready'))).toBeVisible()
  await chat.composer.press('Enter')
  await chat.expectDone()
  await expect(chat.text).toContainText('Washed cotton shrinks by five percent')
  await chat.reply.getByRole('button', { name: t('chat.thought.show') }).click()
  const names = (['start', 'document_extract', 'llm', 'answer'] as const).map((type) => t(`chat.thought.node.${type}`))
  await expect(chat.reply.getByRole('list').first().getByRole('listitem')).toContainText(names)
  await screenshot(page, `files-read-${language}`)
  expect(await db.message.findFirst({ where: { chatId: id, role: 'assistant' } })).toMatchObject({ assistantId: reader.id })
})

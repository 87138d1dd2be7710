// An administrator makes a collection, drops files into it, and follows what becomes of them.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { createGroup } from '@heddle/db/factories/group'
import { expect, expectNoSidewaysScroll, phone, test } from '../../support/fixtures.ts'
import { chooseFiles, chooseOption, findButton, findDialog, findRow, findSection, press } from '../../support/controls/forms.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')

/** Drops files on the page, as from the desktop. */
const dropFiles = (files: readonly { name: string; type: string; text: string }[]) => `
  const transfer = new DataTransfer()
  for (const { name, type, text } of ${JSON.stringify(files)}) transfer.items.add(new File([text], name, { type }))
  for (const kind of ['dragenter', 'dragover', 'drop'])
    window.dispatchEvent(new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true }))
`

const ringSpinning = 'A ring and a traveller twist the yarn and wind it.'

const files = [
  { name: 'Ring spinning.txt', type: 'text/plain', text: ringSpinning },
  { name: 'Fibres.csv', type: 'text/csv', text: 'fibre,regain\ncotton,8.5\nwool,16\n' },
  { name: 'Broken.pdf', type: 'application/pdf', text: '%PDF-1.7\nnothing of a document' },
  { name: 'Loom.exe', type: 'application/octet-stream', text: 'MZ' },
]

test('an administrator makes a collection, drops files, pauses, cancels, retries, exports, deletes and imports', async ({
  visit,
  people,
  db,
}) => {
  const { tenantId, join } = await people.createInstitute()
  await createGroup(db, { tenantId, name: { default: 'Spinners' } })
  const page = await visit({ as: await join('A'), language: 'en' })

  await page.goto('/')
  await page.getByRole('link', { name: t('shell.menu.collections') }).click()
  await page.getByRole('link', { name: t('knowledge.create.open') }).click()
  await press(page, t('knowledge.create.submit'))
  await expect(page.getByRole('textbox', { name: t('knowledge.field.name'), exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('textbox', { name: t('knowledge.field.name'), exact: true }).fill('Spinning')
  await chooseOption(page, page.getByRole('combobox', { name: t('knowledge.field.group') }), 'Spinners')
  await page.getByRole('radio', { name: t('knowledge.access.members') }).check()
  await press(page, t('knowledge.create.submit'))
  await expect(page.getByRole('heading', { level: 1, name: 'Spinning' })).toBeVisible()
  const { id } = await db.collection.findFirstOrThrow({ where: { tenantId } })
  await expect(page).toHaveURL(new RegExp(`/knowledge/collection/${id}$`))

  await press(page, t('knowledge.paused.pause'))
  await expect(page.getByText(t('knowledge.paused.title'))).toBeVisible()
  await page.evaluate(dropFiles(files))
  const upload = findSection(page, t('knowledge.upload.title'))
  await expect(upload.getByRole('status')).toHaveText('3 sources added')
  await expect(upload.getByRole('listitem')).toHaveText(`Loom.exe${t('knowledge.upload.reason.type')}`)
  const table = page.getByRole('table', { name: t('knowledge.field.sources') })
  await expect(table.getByRole('rowheader')).toHaveCount(3)
  await page.evaluate(dropFiles([{ name: 'Copy.txt', type: 'text/plain', text: ringSpinning }]))
  await expect(upload.getByRole('listitem').filter({ hasText: 'Copy.txt' })).toContainText('Ring spinning')
  await press(upload, t('knowledge.upload.removeOf', { name: 'Copy.txt' }))
  await press(upload, t('knowledge.upload.dismiss'))

  const rowOf = (title: string) => findRow(page, t('knowledge.field.sources'), title)
  await rowOf('Fibres').getByRole('checkbox').check()
  await press(page.getByRole('region', { name: t('table.bulk') }), t('knowledge.menu.cancel'))
  await expect(rowOf('Fibres')).toContainText(t('knowledge.sourceState.cancelled'))
  expect(await db.source.findFirstOrThrow({ where: { collectionId: id, title: 'Fibres' } })).toMatchObject({
    state: 'cancelled',
    jobId: null,
  })

  await press(page, t('knowledge.paused.resume'))
  await press(page.getByRole('region', { name: t('table.bulk') }), t('knowledge.menu.retry'))
  await expect(rowOf('Broken')).toContainText(t('errors.code.FILE_UNREADABLE'))
  await expect(page.getByRole('link', { name: t('knowledge.counts.failed', { count: 1 }) })).toHaveAttribute('href', /\?state=failed$/)
  for (const title of ['Ring spinning', 'Fibres']) await expect(rowOf(title)).toContainText(t('knowledge.sourceState.indexed'))
  // What is selected stays so while the rows change.
  await expect(rowOf('Fibres').getByRole('checkbox')).toBeChecked()

  await press(page.getByRole('region', { name: t('table.bulk') }), t('knowledge.tag.open'))
  const tagging = findDialog(page, t('knowledge.tag.title', { count: 1 }))
  const tag = tagging.getByRole('combobox', { name: t('knowledge.tag.add') })
  await tag.fill('fibre')
  await tag.press('Enter')
  await press(tagging, t('common.save'))
  await expect(rowOf('Fibres')).toContainText('fibre')

  const { id: brokenId, jobId } = await db.source.findFirstOrThrow({ where: { collectionId: id, title: 'Broken' } })
  await rowOf('Broken').getByRole('link').click()
  await press(page, t('knowledge.menu.retry'))
  await expect.poll(async () => (await db.source.findUniqueOrThrow({ where: { id: brokenId } })).jobId).not.toBe(jobId)
  await page.goBack()

  await press(rowOf('Broken'), t('knowledge.menu.of', { title: 'Broken' }))
  await page.getByRole('menuitem', { name: t('knowledge.menu.delete') }).click()
  await press(page.getByRole('dialog'), t('knowledge.menu.delete'))
  await expect(table.getByRole('rowheader')).toHaveCount(2)

  await press(page, t('knowledge.menu.of', { title: 'Spinning' }))
  await page.getByRole('menuitem', { name: t('knowledge.transfer.export'), exact: true }).click()
  const downloading = page.waitForEvent('download')
  await press(page, t('knowledge.transfer.download'))
  const exported = await downloading
  expect(exported.suggestedFilename()).toBe('Spinning.zip')
  await expect(findDialog(page, t('knowledge.transfer.exportTitle', { name: 'Spinning' }))).toBeHidden()

  await page.getByRole('tab', { name: t('knowledge.tab.settings') }).click()
  await press(page, t('knowledge.reindex.open'))
  const reindexing = findDialog(page, t('knowledge.reindex.title'))
  await reindexing.getByRole('radio', { name: t('knowledge.strategy.fixed') }).check()
  await press(reindexing, t('knowledge.reindex.submit'))
  await expect(findSection(page, t('knowledge.section.index')).getByText(t('knowledge.strategy.fixed'))).toBeVisible()

  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await press(page, t('knowledge.delete.action'))
  await press(page.getByRole('dialog'), t('knowledge.delete.action'))
  await expect(page.getByText(t('knowledge.empty.title'))).toBeVisible()
  expect(await db.collection.count({ where: { tenantId } })).toBe(0)

  await press(page, t('knowledge.transfer.import'))
  const importing = findDialog(page, t('knowledge.transfer.importTitle'))
  await chooseFiles(page, t('knowledge.transfer.choose'), {
    name: 'Broken.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from('No zip'),
  })
  await expect(importing.getByRole('alert')).toHaveText(t('knowledge.transfer.refusal.unreadable'))
  await chooseFiles(page, t('knowledge.transfer.choose'), await exported.path())
  await expect(importing.getByText('2 sources')).toBeVisible()
  await expect(findButton(importing, t('knowledge.transfer.import'))).toBeDisabled()
  await chooseOption(page, importing.getByRole('combobox', { name: t('knowledge.field.group') }), 'Spinners')
  await expectNoSidewaysScroll(page)
  await press(importing, t('knowledge.transfer.import'))
  await expect(page.getByRole('heading', { level: 1, name: 'Spinning' })).toBeVisible()
  for (const title of ['Ring spinning', 'Fibres']) await expect(rowOf(title)).toContainText(t('knowledge.sourceState.indexed'))
  await expect(rowOf('Fibres')).toContainText('fibre')

  await test.step('a folder is chosen with what is in its subfolders', async () => {
    const folder = await mkdtemp(joinPath(tmpdir(), 'heddle-test-'))
    await mkdir(joinPath(folder, 'Looms'))
    await writeFile(joinPath(folder, 'Yarns.txt'), 'Yarn is twisted.')
    await writeFile(joinPath(folder, 'Looms', 'Reeds.txt'), 'The reed has 80 dents.')
    await page.getByRole('link', { name: t('knowledge.addSource.open') }).click()
    await chooseFiles(page, t('knowledge.upload.chooseFolder'), folder)
    await expect(upload.getByRole('status')).toHaveText('2 sources added')
    for (const title of ['Yarns', 'Reeds']) await expect(rowOf(title)).toBeVisible()
    await rm(folder, { recursive: true })
  })
})

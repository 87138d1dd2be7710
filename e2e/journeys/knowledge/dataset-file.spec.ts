// An administrator saves a dataset as a file, and makes another one of it, whose link leads nowhere any more.
import { createDataset, createDatasetRow } from '@heddle/db/factories/dataset'
import { createGroup } from '@heddle/db/factories/group'
import { chooseFiles, chooseOption, findButton, findDialog, findRow, press } from '../../support/controls/forms.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')

test('an administrator exports a dataset and imports it again', async ({ visit, people, db, problems }) => {
  problems.expect(/422/)
  const { tenantId, join } = await people.createInstitute()
  const { id: groupId } = await createGroup(db, { tenantId, name: { default: 'Spinners' } })
  const ofInstitute = { tenantId, groupId }
  const fibres = await createDataset(db, {
    ...ofInstitute,
    name: { default: 'Fibres' },
    columns: [{ id: 'c1', name: { default: 'Fibre' }, type: 'text', key: true }],
  })
  const { id: datasetId } = await createDataset(db, {
    ...ofInstitute,
    name: { default: 'Yarns' },
    columns: [{ id: 'c1', name: { default: 'Of' }, type: 'text', refers_to: fibres.id }],
    rowCount: 1,
    lastRowNo: 1,
  })
  await createDatasetRow(db, { datasetId, data: { c1: 'cotton' } })
  const page = await visit({ as: await join('A'), language: 'en' })
  await page.goto('/knowledge/dataset')

  await press(findRow(page, t('dataset.title'), 'Yarns'), t('dataset.transfer.menuOf', { title: 'Yarns' }))
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: t('dataset.transfer.export') }).click()
  const exported = await downloading
  expect(exported.suggestedFilename()).toBe('Yarns.zip')

  await db.dataset.update({ where: { id: fibres.id }, data: { name: { default: 'Fibres of 2025' } } })
  await page.setViewportSize(phone)
  await press(page, t('dataset.transfer.import'))
  const importing = findDialog(page, t('dataset.transfer.importTitle'))
  await expect(findButton(importing, t('dataset.transfer.import'))).toBeDisabled()
  const choose = async (file: Parameters<typeof chooseFiles>[2]) => chooseFiles(page, t('dataset.transfer.choose'), file)
  await choose({ name: 'Broken.zip', mimeType: 'application/zip', buffer: Buffer.from('No zip') })
  await chooseOption(page, importing.getByRole('combobox', { name: t('dataset.field.group') }), 'Spinners')
  await expectAccessible(page)
  await press(importing, t('dataset.transfer.import'))
  await expect(importing.getByRole('alert')).toContainText(t('errors.code.FILE_UNREADABLE'))
  await chooseFiles(page, t('dataset.transfer.chooseAnother'), await exported.path())
  await press(importing, t('dataset.transfer.import'))
  await expect(importing.getByRole('alert')).toContainText(t('dataset.transfer.notice.link_removed', { name: 'Of', dataset: 'Fibres' }))
  await expectNoSidewaysScroll(page)
  await press(importing, t('dataset.transfer.open'))
  await expect(page.getByRole('heading', { level: 1, name: 'Yarns' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  expect(
    await db.dataset.findMany({ where: { tenantId, name: { path: ['default'], equals: 'Yarns' }, id: { not: datasetId } } }),
  ).toMatchObject([{ rowCount: 1, publishedVersion: null, columns: [{ id: 'c1', type: 'text' }] }])
})

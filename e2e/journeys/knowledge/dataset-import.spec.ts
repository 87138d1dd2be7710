// An administrator replaces the rows of a dataset by those of a file, on a phone.
import { createDataset } from '@heddle/db/factories/dataset'
import { findSection } from '../../support/controls/forms.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')

test('by keyboard alone and on a phone, a file without errors replaces the rows of a dataset', async ({ visit, people, db }) => {
  const { tenantId, join } = await people.createInstitute()
  const { id } = await createDataset(db, { tenantId })
  const page = await visit({ as: await join('A'), language: 'en', viewport: phone })
  await page.goto(`/knowledge/dataset/${id}/import`)
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: t('import.file.choose') }).focus()
  await page.keyboard.press('Enter')
  await (
    await chosen
  ).setFiles({ name: 'fabrics.csv', mimeType: 'text/csv', buffer: Buffer.from('Fabric;Note\nDenim;stiff\nTwill;soft\n') })
  const map = findSection(page, t('import.step.map'))
  await expect(map.getByRole('listitem')).toHaveCount(2)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const note = map.getByRole('listitem', { name: 'B Note' })
  await note.getByRole('combobox', { name: t('import.map.target') }).focus()
  await page.keyboard.press('L')
  await expect(note.getByRole('textbox')).toHaveCount(0)
  const check = findSection(page, t('import.step.check'))
  await check.getByRole('radio', { name: t('import.mode.append') }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(check.getByText(t('import.check.good', { count: 2, amount: 2 }))).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expect(check.getByRole('button', { name: t('import.check.again') })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const done = page.getByRole('link', { name: t('import.done.rows') })
  await expect(done).toBeFocused()
  await expectAccessible(page)
  expect(await db.datasetRow.count({ where: { datasetId: id } })).toBe(2)
})

// An administrator imports a workbook of 2,000 fabric tests into a new dataset, mends one of two bad rows, leaves the other out, and publishes.
import { createDataset } from '@heddle/db/factories/dataset'
import { download, splitLines } from '../../support/controls/csv.ts'
import { chooseFiles, findDialog, findSection, press } from '../../support/controls/forms.ts'
import { createFabricWorkbook, fabricRow } from '../../support/files/fabric-workbook.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')

const [notANumber, repeated] = [700, 1_500]
const bad: Parameters<typeof createFabricWorkbook>[0] = { [notANumber]: { 2: 'about 800' }, [repeated]: { 0: 'F-0001' } }

const toFile = async (name: string, changes: Parameters<typeof createFabricWorkbook>[0]) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: await createFabricWorkbook(changes),
})

test('a workbook with two bad rows is mended, imported without the row that stays bad, and published', async ({ visit, people, db }) => {
  const { tenantId, join } = await people.createInstitute()
  const { id } = await createDataset(db, { tenantId, columns: [], nextColumn: 1 })
  const page = await visit({ as: await join('A'), language: 'en' })
  await page.goto(`/knowledge/dataset/${id}`)
  await page.getByRole('link', { name: t('dataset.import.open') }).click()
  await chooseFiles(page, t('import.file.choose'), await toFile('fabric.xlsx', bad))

  const read = findSection(page, t('import.step.read'))
  await expect(read.getByRole('listitem').filter({ hasText: t('import.finding.headers_joined', { count: 2, amount: 2 }) })).toBeVisible()
  await expect(read.getByRole('row', { name: /^4 Unit/ })).toContainText('g/m²')
  const mean = page.getByRole('checkbox', { name: /^Row 2005 \(total\): Mean/ })
  await expect(mean).not.toBeChecked()
  const map = findSection(page, t('import.step.map'))
  const warp = map.getByRole('listitem', { name: 'C Tenacity Warp' })
  await expect(warp.getByRole('row').nth(1)).toHaveText('701,5701.5 N')
  await expectAccessible(page)

  await map
    .getByRole('listitem', { name: 'D Tenacity Weft' })
    .getByRole('textbox', { name: t('import.map.name') })
    .fill('Weft')
  const check = findSection(page, t('import.step.check'))
  const start = check.getByRole('button', { name: t('import.check.start') })
  await start.click()
  const errors = findSection(page, t('import.error.title')).getByRole('row')
  await expect(errors.nth(1)).toHaveText(`${fabricRow(notANumber)}C · Tenacity Warpabout 800${t('import.error.not_a_number')}`)
  await expect(errors.nth(2)).toContainText(t('import.error.key_repeated', { row: fabricRow(1) }))
  await expect(check.getByRole('button', { name: t('import.check.again') })).toBeFocused()
  const csv = await download(page, () => press(check, t('import.check.download')))
  expect(splitLines(csv)).toHaveLength(3)
  await expectAccessible(page)

  // A reload comes back to the same import.
  await page.reload()
  await expect(errors).toHaveCount(3)
  await press(check, t('import.check.mended'))
  await chooseFiles(page, t('import.file.choose'), await toFile('fabric mended.xlsx', { [repeated]: { 0: 'F-0001' } }))
  await expect(page.getByText(t('import.map.carried'))).toBeVisible()
  await expect(map.getByRole('listitem', { name: 'D Tenacity Weft' }).getByRole('textbox', { name: t('import.map.name') })).toHaveValue(
    'Weft',
  )
  await start.click()
  await expect(errors).toHaveCount(2)
  await press(check, t('import.apply.good', { count: 1_999, amount: '1,999' }))
  await expect(findSection(page, t('import.done.title'))).toContainText('1,999')

  await page.getByRole('link', { name: t('import.done.rows') }).click()
  await expect(page.getByRole('main')).toContainText('1,999 rows')
  await press(page, t('dataset.publish.action'))
  await press(findDialog(page, t('dataset.publish.title')), t('dataset.publish.action'))
  await expect(page.getByRole('main').getByText(t('dataset.state.published', { number: 1 }))).toBeVisible({ timeout: 60_000 })
  const { publishedVersion, columns } = await db.dataset.findUniqueOrThrow({ where: { id } })
  expect({ publishedVersion, columns }).toMatchObject({
    publishedVersion: 1,
    columns: { length: 6, 3: { name: { default: 'Weft' }, unit: 'N' } },
  })
})

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

// An administrator makes a dataset, says what its columns are, publishes versions of it, restores one, and deletes it.
import { createDataset, createDatasetRow } from '@heddle/db/factories/dataset'
import { createGroup } from '@heddle/db/factories/group'
import { chooseOption, confirmDialog, expectFieldError, findDialog, findRow, findSection, press } from '../../support/controls/forms.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')

test('an administrator makes a dataset, defines columns and a measure, publishes, restores and deletes', async ({
  visit,
  people,
  db,
  problems,
}) => {
  const { tenantId, join } = await people.createInstitute()
  const { id: groupId } = await createGroup(db, { tenantId, name: { default: 'Weavers' } })
  await createDataset(db, {
    tenantId,
    groupId,
    name: { default: 'Fibers' },
    columns: [{ id: 'c1', name: { default: 'Fiber' }, type: 'text', key: true }],
  })
  const page = await visit({ as: await join('A'), language: 'en' })
  const dialog = page.getByRole('dialog')

  await page.goto('/')
  const menu = page.getByRole('navigation', { name: t('shell.landmark.menu') })
  await menu.getByRole('link', { name: t('shell.menu.datasets') }).click()
  await expect(menu.locator('[aria-current="page"]')).toHaveText(t('shell.menu.datasets'))
  await page.getByRole('link', { name: t('dataset.create.open') }).click()
  await page.getByRole('textbox', { name: t('dataset.field.name'), exact: true }).fill('Fabric tests')
  await chooseOption(page, page.getByRole('combobox', { name: t('dataset.field.group') }), 'Weavers')
  await press(page, t('dataset.create.submit'))
  await expect(page.getByRole('heading', { level: 1, name: 'Fabric tests' })).toBeVisible()
  const { id } = await db.dataset.findFirstOrThrow({ where: { tenantId, name: { path: ['default'], equals: 'Fabric tests' } } })
  await expect(page).toHaveURL(new RegExp(`/knowledge/dataset/${id}\\?tab=columns$`))

  const name = dialog.getByRole('textbox', { name: t('dataset.field.name'), exact: true })
  const columns = findSection(page, t('dataset.part.columns.title'))
  async function addColumn(title: string, type: string, fill?: () => Promise<void>) {
    await press(page, t('dataset.part.columns.add'))
    await name.fill(title)
    await chooseOption(page, dialog.getByRole('combobox', { name: t('dataset.column.type') }), t(`dataset.type.${type}`))
    await fill?.()
    await press(dialog, t('common.save'))
  }
  await addColumn('Sample', 'text', () => dialog.getByRole('switch', { name: t('dataset.column.key') }).check())
  await expect(dialog).toBeHidden()
  await addColumn('Force', 'number', async () => {
    // Found as reports write it.
    await dialog.getByRole('combobox', { name: t('dataset.column.unit') }).fill('newton')
    await page.getByRole('option', { name: 'N', exact: true }).click()
  })
  await expect(dialog).toBeHidden()
  await addColumn('Weave', 'choice', async () => {
    await dialog.getByRole('textbox', { name: t('dataset.choice.new') }).fill('plain\ntwill\nplain')
  })
  await expect(dialog).toBeHidden()
  await addColumn('Fiber', 'text', () =>
    chooseOption(page, dialog.getByRole('combobox', { name: t('dataset.column.refers_to') }), 'Fibers'),
  )
  await expect(dialog).toBeHidden()
  await expect(columns.getByRole('rowheader')).toHaveText(['Samplec1', 'Forcec2', 'Weavec3', 'Fiberc4'])

  await test.step('what the server refuses is shown at its field', async () => {
    // The settings were read before the columns were changed: they are saved again on what is there now.
    problems.expect(/409|422/)
    await addColumn('force', 'integer')
    await expectFieldError(name, t('dataset.problem.duplicate_name'))
    await name.fill('Lot')
    await press(dialog, t('common.save'))
    await expect(dialog).toBeHidden()
  })

  await test.step('a formula is checked while it is typed', async () => {
    await press(page, t('dataset.part.measures.add'))
    await name.fill('CV of force')
    const formula = dialog.getByRole('textbox', { name: t('dataset.measure.formula') })
    await formula.fill('stddev(c3) /')
    await expect(formula).toHaveAccessibleDescription(new RegExp(t('dataset.formula.ends_early')))
    await press(dialog, t('common.save'))
    await expect(formula).toBeFocused()
    await formula.fill('stddev(c3) / mean(c2)')
    await expect(formula).toHaveAccessibleDescription(/“stddev” needs a column of numbers/)
    await formula.fill('stddev(c2) / mean(c2) * 100')
    await press(dialog, t('common.save'))
    await expect(dialog).toBeHidden()
  })

  await test.step('columns are put in order', async () => {
    await columns.getByRole('button', { name: t('dataset.order.open') }).click()
    await press(dialog, t('common.order.up', { name: 'Weave' }))
    await press(dialog, t('common.save'))
    await expect(columns.getByRole('rowheader')).toHaveText(['Samplec1', 'Weavec3', 'Forcec2', 'Fiberc4', 'Lotc5'])
  })

  await test.step('a column that a measure names stays, and another goes', async () => {
    await press(page, t('dataset.part.removeNamed', { name: 'Force' }))
    await expect(dialog.getByRole('alert')).toContainText('CV of force')
    await press(dialog, t('common.cancel'))
    await press(page, t('dataset.part.removeNamed', { name: 'Lot' }))
    await confirmDialog(page, t('dataset.remove.title', { name: 'Lot' }), t('dataset.remove.action'))
    await expect(columns.getByRole('rowheader')).toHaveCount(4)
  })

  await test.step('what does not fit keeps it from being published, with a link to the row', async () => {
    const row = await createDatasetRow(db, { datasetId: id, rowNo: 7, data: { c2: 800, c3: 'plain' } })
    await db.dataset.update({ where: { id }, data: { rowCount: 1, lastRowNo: 7 } })
    await press(page, t('dataset.publish.action'))
    await press(dialog, t('dataset.publish.action'))
    await expect(dialog.getByRole('link', { name: 'Row 7, Sample: empty' })).toHaveAttribute('href', `/knowledge/dataset/${id}?row=7`)
    await db.datasetRow.updateMany({ where: { id: row.id }, data: { data: { c1: 'W-1', c2: 800, c3: 'plain' } } })
    await dialog.getByRole('textbox', { name: t('dataset.publish.note') }).fill('Tests of October')
    await press(dialog, t('dataset.publish.action'))
    await expect(dialog).toBeHidden()
  })

  const versions = page.getByRole('table', { name: t('dataset.tab.versions') })
  const rowOf = (number: number) => findRow(page, t('dataset.tab.versions'), t('dataset.state.published', { number }))
  await page.getByRole('tab', { name: t('dataset.tab.versions') }).click()
  await expect(rowOf(1)).toContainText(t('dataset.versionState.active'))
  await expect(rowOf(1)).toContainText('Tests of October')
  await expect(page.getByRole('button', { name: t('dataset.publish.action') })).toHaveAttribute('aria-disabled', 'true')

  await test.step('a type that cells do not have is refused, with links to them', async () => {
    await page.getByRole('tab', { name: t('dataset.tab.columns') }).click()
    await press(page, t('dataset.part.editNamed', { name: 'Weave' }))
    const type = dialog.getByRole('combobox', { name: t('dataset.column.type') })
    await chooseOption(page, type, t('dataset.type.date'))
    await press(dialog, t('common.save'))
    await expectFieldError(type, t('dataset.cells.reason.wrong_type'))
    await chooseOption(page, type, t('dataset.type.text'))
    await press(dialog, t('common.save'))
    await expect(dialog).toBeHidden()
  })

  await test.step('a second version is published, with what has changed', async () => {
    await press(page, t('dataset.publish.action'))
    await expect(dialog.getByText(t('dataset.publish.changed', { columns: 'Weave' }))).toBeVisible()
    await press(dialog, t('dataset.publish.action'))
    await page.getByRole('tab', { name: t('dataset.tab.versions') }).click()
    await expect(rowOf(2)).toContainText(t('dataset.versionState.active'))
    await expect(rowOf(1)).toContainText(t('dataset.versionState.retired'))
    await expect(versions.getByRole('rowheader')).toHaveCount(2)
  })

  await test.step('the rows that a version has changed are listed', async () => {
    await press(page, t('dataset.changes.of', { number: 2 }))
    await expect(page.getByRole('heading', { name: t('dataset.changes.title', { from: 1, to: 2 }) })).toBeVisible()
    await expect(page.getByText(t('dataset.changes.none'))).toBeVisible()
    await press(page, t('dataset.changes.back'))
  })

  await test.step('the first version is restored into the draft', async () => {
    await press(page, t('dataset.restore.of', { number: 1 }))
    await confirmDialog(page, t('dataset.restore.title', { number: 1 }), t('dataset.restore.action'))
    expect((await db.dataset.findUniqueOrThrow({ where: { id } })).columns).toContainEqual(
      expect.objectContaining({ id: 'c3', type: 'choice' }),
    )
    await expect(page.getByText(t('dataset.state.changed'))).toBeVisible()
  })

  await test.step('what the draft has changed is listed with its cells', async () => {
    await db.datasetRow.updateMany({ where: { datasetId: id, versionTo: null }, data: { versionTo: 3 } })
    await createDatasetRow(db, { datasetId: id, rowNo: 9, versionFrom: 3, data: { c1: 'F-9' } })
    await press(page, t('dataset.changes.ofDraft'))
    await expect(page.getByRole('row', { name: /F-9/ })).toContainText(t('dataset.changes.added'))
    await expectAccessible(page)
    await press(page, t('dataset.changes.back'))
  })

  await test.step('unsaved input is asked for before it is left', async () => {
    await page.getByRole('tab', { name: t('dataset.tab.settings') }).click()
    await page.getByRole('textbox', { name: t('dataset.field.name'), exact: true }).fill('Woven fabrics')
    await page.getByRole('link', { name: t('dataset.title') }).click()
    await press(findDialog(page, t('form.unsaved.title')), t('common.cancel'))
    await press(page, t('common.save'))
    await expect(page.getByRole('heading', { level: 1, name: 'Woven fabrics' })).toBeVisible()
  })

  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await press(page, t('dataset.delete.action'))
  await press(dialog, t('dataset.delete.action'))
  await expect(page).toHaveURL(/\/knowledge\/dataset$/)
  await expect(page.getByRole('link', { name: 'Fibers' })).toBeVisible()
  expect(await db.dataset.count({ where: { id } })).toBe(0)
})

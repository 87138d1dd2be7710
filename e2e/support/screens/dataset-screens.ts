// The screens of datasets: one of fabric tests with columns of each type, versions, and another that refers to it.
import type { PrismaClient } from '@heddle/db/client'
import { createDataset, createDatasetRow, createDatasetVersion } from '@heddle/db/factories/dataset'
import { createGroup } from '@heddle/db/factories/group'
import { groups } from '@heddle/seed/seed-data'
import { expect, type Page } from '@playwright/test'
import { findDialog, findRow, findSection, press } from '../controls/forms.ts'
import { openPath } from '../controls/paths.ts'
import type { Problems } from '../fixtures.ts'
import type { People, Person } from '../people.ts'
import type { Texts } from '../texts.ts'

export type Tables = { readonly person: Person; readonly datasetId: string }

const fabricTests = {
  default: 'Fabric tests',
  zhHant: '布料測試結果',
  ja: '生地試験の結果',
  th: 'ผลการทดสอบผ้า',
  vi: 'Kết quả thử vải',
}

const columns = [
  { id: 'c1', name: { default: 'Sample', zhHant: '樣品', th: 'ตัวอย่าง', vi: 'Mẫu thử' }, type: 'text', key: true },
  {
    id: 'c2',
    name: { default: 'Fiber', zhHant: '纖維', th: 'เส้นใย', vi: 'Xơ' },
    type: 'choice',
    required: true,
    choices: [
      { value: 'cotton', name: { default: 'Cotton', zhHant: '棉', th: 'ฝ้าย', vi: 'Bông' } },
      { value: 'wool', name: { default: 'Wool', zhHant: '羊毛', th: 'ขนสัตว์', vi: 'Len' } },
    ],
  },
  {
    id: 'c3',
    name: { default: 'Breaking force, warp', zhHant: '經向斷裂強力', th: 'แรงขาดแนวเส้นยืน', vi: 'Lực đứt sợi dọc' },
    type: 'number',
    unit: 'N',
    decimals: 1,
  },
  { id: 'c4', name: { default: 'Tested on', zhHant: '測試日期', th: 'วันที่ทดสอบ', vi: 'Ngày thử' }, type: 'date' },
  { id: 'c5', name: { default: 'Passed', zhHant: '合格', th: 'ผ่าน', vi: 'Đạt' }, type: 'boolean' },
]

const measures = [
  {
    id: 'm1',
    name: { default: 'CV of force', zhHant: '強力變異係數', th: 'สัมประสิทธิ์ความแปรผันของแรง', vi: 'Hệ số biến thiên của lực' },
    formula: 'stddev(c3) / mean(c3) * 100',
    unit: '%',
    decimals: 1,
  },
]

/** Creates an institute with an administrator and two datasets. */
export async function prepareTables(db: PrismaClient, people: People): Promise<Tables> {
  const { tenantId, join } = await people.createInstitute()
  const person = await join('A')
  const { id: groupId } = await createGroup(db, { tenantId, ...groups.laboratory })
  const shared = { columns, measures, nextColumn: 6, nextMeasure: 2 }
  const { id } = await createDataset(db, {
    tenantId,
    groupId,
    name: fabricTests,
    description: { default: 'Strip tests of the laboratory, ISO 13934-1.' },
    ...shared,
    rowCount: 2,
    lastRowNo: 2,
    draftVersion: 4,
    publishedVersion: 2,
  })
  const denim = await createDatasetRow(db, { datasetId: id, rowNo: 1, data: { c1: 'W-001', c2: 'cotton', c3: 823.5 } })
  await createDatasetRow(db, { datasetId: id, rowNo: 2, data: { c1: 'W-002', c2: 'wool', c3: 310 } })
  const version = { datasetId: id, columns, measures, createdById: person.id }
  await createDatasetVersion(db, { ...version, number: 1, columns: columns.slice(0, 3), state: 'retired', rowCount: 1 })
  await createDatasetVersion(db, { ...version, number: 2, state: 'active', rowCount: 2, note: 'Tests of October' })
  await createDatasetVersion(db, {
    ...version,
    number: 3,
    state: 'failed',
    rowCount: 2,
    failure: {
      code: 'DATASET_CELLS_INVALID',
      message: 'Cells do not fit their columns.',
      params: { count: 1, cells: [{ row_id: denim.id, row_no: 1, column: 'c1', reason: 'not_unique' }] },
    },
  })
  await createDataset(db, {
    tenantId,
    groupId,
    name: { default: 'Limits of standards' },
    columns: [{ id: 'c1', name: { default: 'Sample' }, type: 'text', refers_to: id }],
  })
  return { person, datasetId: id }
}

type Scene = { readonly page: Page; readonly t: Texts; readonly problems: Problems; readonly tables: Tables }

async function openTab({ page, t, tables }: Scene, tab: 'columns' | 'versions' | 'settings') {
  await openPath(page, `/knowledge/dataset/${tables.datasetId}?tab=${tab}`)
  await expect(page.getByRole('tab', { name: t(`dataset.tab.${tab}`) })).toHaveAttribute('aria-selected', 'true')
}

/** Opens the form of a column or measure by its id, as the name depends on the language. */
async function editPart(scene: Scene, id: string) {
  await openTab(scene, 'columns')
  const row = scene.page.getByRole('row').filter({ has: scene.page.getByText(id, { exact: true }) })
  await row.getByRole('button').first().click()
  await expect(scene.page.getByRole('dialog').getByRole('button', { name: scene.t('common.save') })).toBeVisible()
}

export const datasetScreens = {
  datasets: async ({ page, t }: Scene) => {
    await openPath(page, '/knowledge/dataset')
    await expect(page.getByRole('table', { name: t('dataset.title') }).getByRole('rowheader')).toHaveCount(2)
  },
  'create a dataset': async ({ page, t }: Scene) => {
    await openPath(page, '/knowledge/dataset/create')
    await expect(page.getByRole('button', { name: t('dataset.create.submit') })).toBeVisible()
  },
  'columns of a dataset': async (scene: Scene) => {
    await openTab(scene, 'columns')
    await expect(findSection(scene.page, scene.t('dataset.part.columns.title')).getByRole('rowheader')).toHaveCount(5)
  },
  'edit a column': (scene: Scene) => editPart(scene, 'c3'),
  'edit a choice': async (scene: Scene) => {
    const { page, t } = scene
    await editPart(scene, 'c2')
    await page.getByRole('dialog').getByRole('button', { name: 'wool' }).click()
    await expect(page.getByRole('textbox', { name: t('dataset.choice.value') })).toHaveValue('wool')
  },
  'a wrong formula': async (scene: Scene) => {
    const { page, t } = scene
    await editPart(scene, 'm1')
    await page.getByRole('textbox', { name: t('dataset.measure.formula') }).fill('stddev(c2) / mean(c3)')
    await expect(page.getByText(t('dataset.formula.function_not_for_type', { found: 'stddev' }))).toBeVisible()
  },
  'order of columns': async (scene: Scene) => {
    const { page, t } = scene
    await openTab(scene, 'columns')
    await press(page, t('dataset.order.open'))
    await expect(findDialog(page, t('dataset.order.columns')).getByRole('listitem')).toHaveCount(5)
  },
  'versions of a dataset': async (scene: Scene) => {
    await openTab(scene, 'versions')
    await expect(findRow(scene.page, scene.t('dataset.tab.versions'), scene.t('dataset.state.published', { number: 3 }))).toBeVisible()
  },
  'publish a dataset': async (scene: Scene) => {
    const { page, t } = scene
    await openTab(scene, 'versions')
    await press(page, t('dataset.publish.action'))
    await expect(page.getByText(t('dataset.publish.since', { number: 2 }))).toBeVisible()
  },
  'import a file into a dataset': async ({ page, t, tables }: Scene) => {
    await openPath(page, `/knowledge/dataset/${tables.datasetId}/import`)
    await expect(findSection(page, t('import.file.title'))).toBeVisible()
  },
  'settings of a dataset': async (scene: Scene) => {
    await openTab(scene, 'settings')
    await expect(findSection(scene.page, scene.t('dataset.section.settings'))).toBeVisible()
  },
  'a dataset in use': async (scene: Scene) => {
    const { page, t, problems } = scene
    await openTab(scene, 'settings')
    await press(page, t('dataset.delete.action'))
    problems.expect(/409/)
    await press(page.getByRole('dialog'), t('dataset.delete.action'))
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Limits of standards' })).toBeVisible()
  },
} as const

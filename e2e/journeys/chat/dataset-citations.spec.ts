// The rows of a dataset that a reply cites: the table with the cells that were used, other units, a chart, a file, and the figure that is not there.
import type { CitedRows } from '@heddle/contracts/message/cited-rows'
import { createDataset } from '@heddle/db/factories/dataset'
import { createChatScreen, fillChat, prepareChat } from '../../support/pages/chat.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, screenshot, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

const words = {
  dataset: '織物測試',
  query: '各纖維的強力平均（N）、強力的筆數，條件：克重 < 200 g/m²，3 組，47 列，強力有 1 筆因 < 0.5 未計入',
  columns: ['纖維', '強力平均', '強力的筆數'],
  fibres: ['棉', '羊毛', '聚酯'],
  question: '克重低於 200 g/m² 的織物，各纖維的平均強力是多少？',
  answer: '棉的平均強力為 812.4 N，共 14 筆 [1]。聚酯為 1,321 N [1]。',
} as const

const language = 'zhHant'

test('a citation opens its rows at the cells that were used, on a desk and on a phone', async ({ visit, people, db }) => {
  const t = createTexts(language)
  const { dataset, query, columns, fibres, question, answer } = words
  const member = await people.invite('member')
  const signIn = await people.signIn(member)
  const { id, path } = await prepareChat(db, member, language, dataset)
  const { tenantId } = await db.user.findUniqueOrThrow({ where: { id: member.id } })
  const { id: datasetId } = await createDataset(db, { tenantId })
  const [, messageId = ''] = await fillChat(db, id, [question, answer])
  const [fibre, mean, count] = columns
  const column = { decimals: null, unit: null, conversion: 'none', is_key: false, omitted: 0 } as const
  const rows: CitedRows = {
    dataset_ids: [datasetId],
    version: 2,
    columns: [
      { ...column, name: fibre, is_key: true },
      { ...column, name: mean, unit: 'N', conversion: 'linear', omitted: 1 },
      { ...column, name: count },
    ],
    rows: [
      { id: null, cells: [fibres[0], 812.375, 14] },
      { id: null, cells: [fibres[1], 403.2, 21] },
      { id: null, cells: [fibres[2], 1_234.5, 12] },
    ],
    total: 3,
    matched: 47,
    is_cut: false,
  }
  await db.messageSource.create({
    data: { messageId, number: 1, title: dataset, passage: query, rows, datasets: { create: { datasetId } } },
  })

  const page = await visit({ signIn, language })
  await page.goto(path)
  const { reply } = createChatScreen(page, t)
  await expect(reply.getByRole('img', { name: t('chat.sources.notInTable', { what: '1,321' }) })).toHaveCount(1)
  await expect(reply.getByText(t('chat.notice.unsupported', { count: 1 }))).toBeVisible()
  await reply
    .getByRole('button', { name: t('chat.sources.cited', { number: 1, name: dataset }) })
    .first()
    .press('Enter')
  const table = page.getByRole('group', { name: t('chat.sources.rows.table') })
  await expect(table.locator('mark')).toHaveCount(3)
  await expect(page.getByText(query, { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: t('chat.sources.rows.open') })).toHaveCount(0)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await screenshot(page, 'dataset-citation-desk-light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(phone)
  await expect(table.locator('mark')).toHaveCount(3)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'colors')
  await screenshot(page, 'dataset-citation-phone-dark')

  const unit = table.getByRole('combobox', { name: t('chat.sources.rows.unit', { column: mean }) })
  await unit.selectOption('kgf')
  await expect(table.getByRole('row').nth(1)).toContainText('82.839')
  await page.getByRole('button', { name: t('chat.sources.rows.asChart') }).press('Enter')
  await expect(page.locator('.recharts-bar-rectangle')).toHaveCount(3)
  await expectNoSidewaysScroll(page)
  await screenshot(page, 'dataset-citation-chart-phone-dark')

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: t('chat.sources.rows.download', { format: 'CSV' }) }).press('Enter')
  expect((await downloading).suggestedFilename()).toMatch(/^rows-.*\.csv$/)
})

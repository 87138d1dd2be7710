// A table from a workbook to a gate, as one: an administrator imports and mends it, a workflow answers from it, approved answers stand beside
// it, an evaluation set asks two versions of the workflow, and a condition keeps the worse one from being published. A station is walked with the
// mouse or with the keyboard alone; what is left to the mouse has journeys by keyboard of its own.
import { kindColumns } from '@heddle/contracts/dataset/kind-columns'
import type { Language } from '@heddle/contracts/languages'
import type { PrismaClient } from '@heddle/db/client'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createDataset, createDatasetRow } from '@heddle/db/factories/dataset'
import { createGroup } from '@heddle/db/factories/group'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { bindResources } from '@heddle/workflow/model/graph/bound-resources'
import { getTemplate } from '@heddle/workflow/model/templates/templates'
import type { Locator, Page } from '@playwright/test'
import { examine } from '../../support/controls/examine.ts'
import { download, splitLines } from '../../support/controls/csv.ts'
import { findButton, findSection } from '../../support/controls/forms.ts'
import { keyboard, mouse, type Operated, tabUntil } from '../../support/controls/hands.ts'
import { createFabricWorkbook, fabricRow } from '../../support/files/fabric-workbook.ts'
import { expect, screenshot, test } from '../../support/fixtures.ts'
import { listLooks } from '../../support/looks.ts'
import { createChatScreen } from '../../support/pages/chat.ts'
import { chooseImportFile, findMappedName, insertRow, publishDataset, writeRow } from '../../support/pages/datasets.ts'
import {
  addCondition,
  compareEvaluations,
  expectEvaluated,
  expectRefused,
  judgeByKeys,
  publishAgainst,
  readEvaluation,
  startEvaluation,
} from '../../support/pages/evaluations.ts'
import { createFromTemplate, expectDraftSaved, findOutlineNode, openOutline, publish } from '../../support/pages/workflows.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')

const [notANumber, repeated] = [700, 1_500]
const secondKey = { [repeated]: { 0: 'F-0001' } }

/** Names of columns, questions and approved answers of a reader's language. */
const words = {
  zhHant: {
    warp: '經向強力',
    fiber: '纖維',
    strong: '哪些試樣的經向強力超過 899.2 N？',
    byFiber: '各纖維的平均經向強力是多少？',
    converted: '經向強力超過 0.8992 kN 的有幾筆？',
    missing: '有幾筆纖維是「克維拉」？',
    absent: '克維拉',
    conditioning: '拉伸試驗前試樣要調節多久',
    approved: '試樣須在 20 °C、相對濕度 65 % 下調節 24 小時。',
  },
  en: {
    strong: 'Which samples have a warp strength over 899.2 N?',
    byFiber: 'What is the mean warp strength by fiber?',
    converted: 'How many samples have a warp strength over 0.8992 kN?',
    missing: 'How many samples are of the fiber “aramid”?',
    absent: 'aramid',
    conditioning: 'How long are the samples conditioned before the tensile test',
    approved: 'Samples are conditioned for 24 hours at 20 °C and 65 % relative humidity.',
  },
  th: {
    warp: 'แรงดึงขาดแนวด้ายยืน',
    fiber: 'เส้นใย',
    strong: 'ตัวอย่างใดมีแรงดึงขาดแนวด้ายยืนมากกว่า 899.2 N',
    byFiber: 'แรงดึงขาดแนวด้ายยืนเฉลี่ยของแต่ละเส้นใยเป็นเท่าใด',
    converted: 'แรงดึงขาดแนวด้ายยืนมากกว่า 0.8992 kN มีกี่ตัวอย่าง',
    missing: 'เส้นใย “อะรามิด” มีกี่ตัวอย่าง',
    absent: 'อะรามิด',
    conditioning: 'ก่อนทดสอบแรงดึงต้องปรับสภาวะชิ้นทดสอบนานเท่าใด',
    // No answer is approved in Thai.
    approved: 'โมเดลแปลจากEnglish เฉพาะข้อความต้นฉบับเท่านั้นที่อนุมัติแล้ว',
  },
} as const

type Asked = { readonly language: Language & keyof typeof words }
/** One look of Chinese, and with LOOKS=all one of Thai, whose answers are translated. */
const isAskedIn = <Look extends { readonly name: string }>(look: Look): look is Look & Asked =>
  ['zhHant-light-desk', 'th-dark-phone'].includes(look.name)

/** Two dozen answers: the model is not to take the time of a real one for each. */
const atOnce = '[[demo:latency=0,tps=0]]'

const looks = listLooks('zhHant-light-desk').filter(isAskedIn)

/** Of the rows that the file has: every fourth is of a fiber, and 199 of 200 are below 899.2 N. */
const means = { Cotton: '798.5', Wool: '799.5', Polyester: '800.5', Linen: '801.5' }
const strongest = 10

const conditioning = 'How long are samples conditioned before a tensile test?'
type SetQuestion = readonly [question: string, expected: string]
const questions: readonly [SetQuestion, ...SetQuestion[]] = [
  [`${words.en.converted} ${atOnce}`, '10'],
  [`What is the mean warp strength of Cotton? ${atOnce}`, means.Cotton],
  [`How many samples are of wool? ${atOnce}`, '500'],
]
const lastQuestion = /samples are of wool/

/** An institute and its administrator. */
type Stage = {
  readonly db: PrismaClient
  readonly tenantId: string
  readonly groupId: string
  readonly operated: Operated
}

const toFile = async (name: string, changes: Parameters<typeof createFabricWorkbook>[0]) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: await createFabricWorkbook(changes),
})

async function readWorkbook({ operated }: Stage, datasetId: string) {
  const { page, hands } = operated
  await page.goto(`/knowledge/dataset/${datasetId}`)
  await hands.press(page.getByRole('link', { name: t('dataset.import.open') }))
  await chooseImportFile(operated, await toFile('fabric.xlsx', { ...secondKey, [notANumber]: { 2: 'about 800' } }))
  const read = findSection(page, t('import.step.read'))
  await expect(read.getByRole('listitem').filter({ hasText: t('import.finding.headers_joined', { count: 2, amount: 2 }) })).toBeVisible()
  await expect(read.getByRole('row', { name: /^4 Unit/ })).toContainText('g/m²')
  await expect(page.getByRole('checkbox', { name: /^Row 2005 \(total\): Mean/ })).not.toBeChecked()
  const warp = findSection(page, t('import.step.map')).getByRole('listitem', { name: 'C Tenacity Warp' })
  await expect(warp.getByRole('row').nth(1)).toHaveText('701,5701.5 N')
  await hands.fill(findMappedName(page, t, 'C Tenacity Warp'), 'Warp strength')
  await hands.fill(findMappedName(page, t, 'D Tenacity Weft'), 'Weft strength')
  await examine(page, 'import')
}

async function mendRows({ operated }: Stage) {
  const { page, hands } = operated
  const check = findSection(page, t('import.step.check'))
  const start = findButton(check, t('import.check.start'))
  const errors = findSection(page, t('import.error.title')).getByRole('row')
  await hands.press(start)
  await expect(errors.nth(1)).toHaveText(`${fabricRow(notANumber)}C · Tenacity Warpabout 800${t('import.error.not_a_number')}`)
  await expect(errors.nth(2)).toContainText(t('import.error.key_repeated', { row: fabricRow(1) }))
  await expect(findButton(check, t('import.check.again'))).toBeFocused()
  const csv = await download(page, () => hands.press(findButton(check, t('import.check.download'))))
  expect(splitLines(csv)).toHaveLength(3)
  await examine(page, 'import-errors')
  // A reload comes back to the same import.
  await page.reload()
  await expect(errors).toHaveCount(3)

  await hands.press(findButton(check, t('import.check.mended')))
  await chooseImportFile(operated, await toFile('fabric mended.xlsx', secondKey))
  await expect(page.getByText(t('import.map.carried'))).toBeVisible()
  await expect(findMappedName(page, t, 'C Tenacity Warp')).toHaveValue('Warp strength')
  await hands.press(start)
  await expect(errors).toHaveCount(2)
  await hands.press(findButton(check, t('import.apply.good', { count: 1_999, amount: '1,999' })))
  await expect(findSection(page, t('import.done.title'))).toContainText('1,999')
  await hands.press(page.getByRole('link', { name: t('import.done.rows') }))
  const fields = {
    Sample: 'F-1500',
    'Warp strength (N)': '800.5',
    'Weft strength (N)': '500.2',
    'Mass per area (g/m²)': '180.1',
    'Tested on': '2026-07-17',
  }
  await writeRow(operated, { fields, choices: { Fiber: 'Cotton' } })
  await expect(page.getByText(t('dataset.grid.rows', { count: 2_000, shown: '2,000' }), { exact: true })).toBeVisible()
}

/** Says what columns are called in the languages of the readers. */
async function nameColumns({ operated: { page, hands } }: Stage) {
  await hands.openTab(page.getByRole('tab', { name: t('dataset.tab.columns') }))
  const dialog = page.getByRole('dialog')
  for (const [name, key] of [
    ['Warp strength', 'warp'],
    ['Fiber', 'fiber'],
  ] as const) {
    await hands.press(findButton(page, t('dataset.part.editNamed', { name })))
    await hands.press(dialog.getByRole('button', { name: t('form.localized.none') }).first())
    const texts = dialog.getByRole('group', { name: t('form.localized.label', { label: t('dataset.field.name') }), exact: true })
    await hands.fill(texts.getByRole('textbox', { name: '繁體中文', exact: true }), words.zhHant[key])
    await hands.fill(texts.getByRole('textbox', { name: 'ไทย', exact: true }), words.th[key])
    await hands.press(findButton(dialog, t('common.save')))
    await expect(dialog).toBeHidden()
  }
}

async function writeReply({ page, hands }: Operated, text: string) {
  await hands.press(findOutlineNode(page, 'Reply'))
  const form = page.getByRole('complementary', { name: 'Reply' })
  await hands.fill(form.getByRole('textbox', { name: t('builder.field.text') }), text)
  await expectDraftSaved(page, t)
}

/** Draws a workflow that answers from the table, and makes an expert of it; returns the ids of both. */
async function drawWorkflow({ db, tenantId, groupId, operated }: Stage) {
  const { page, hands } = operated
  await page.goto('/workflow/create')
  await createFromTemplate(operated, 'Dataset Q&A', 'Fabric desk')
  await openOutline(operated)
  await hands.press(findOutlineNode(page, 'Query'))
  await hands.pick(page.getByRole('combobox', { name: t('builder.field.datasets'), exact: true }), 'Fabric tests')
  await writeReply(operated, '{{llm.text}} {{found.result}}')
  await publish(operated, 1, 'Answers from the table')
  const { id: workflowId } = await db.workflow.findFirstOrThrow({ where: { tenantId } })
  const { id: assistantId } = await createAssistant(db, { tenantId, groupId, workflowId, isPublic: true })
  return { workflowId, assistantId }
}

/** Publishes approved answers in Chinese and English, and tries one; returns the expert that gives them. */
async function approveAnswers({ db, tenantId, groupId, operated }: Stage) {
  const { page, hands } = operated
  const { id: datasetId } = await createDataset(db, {
    tenantId,
    groupId,
    name: { default: 'Laboratory answers' },
    kind: 'qa',
    // Of words: what is asked differs from the wordings in some.
    matchThresholds: { '': 0.6 },
    columns: [...(kindColumns.qa ?? [])],
    rowCount: 2,
  })
  const wordings = ['試樣在拉伸試驗前要調節多久？', 'ต้องปรับสภาวะชิ้นทดสอบนานเท่าใดก่อนทดสอบแรงดึง'].join('\n')
  const approved = { c2: wordings, c3: words.zhHant.approved, c4: words.en.approved, c8: 'ISO 139:2005', c10: '2999-12-31' }
  await createDatasetRow(db, { datasetId, data: { c1: conditioning, ...approved } })
  await createDatasetRow(db, { datasetId, data: { c1: `${conditioning} ?`, c4: 'Other.', c10: '2020-12-31' } })
  await page.goto(`/knowledge/dataset/${datasetId}`)
  await hands.openTab(page.getByRole('tab', { name: t('dataset.tab.test') }))
  await publishDataset(operated, 1, (dialog) =>
    expect(dialog.getByRole('link', { name: t('dataset.publish.showNearEqual') })).toBeVisible(),
  )
  await hands.fill(page.getByRole('textbox', { name: t('dataset.qa.try.question') }), words.en.conditioning)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: t('dataset.qa.answer.title') })).toBeVisible()
  await expect(page.getByText(words.en.approved)).toBeVisible()
  const review = findSection(page, t('dataset.qa.review.title'))
  await expect(review.getByText(t('dataset.qa.review.expired'))).toBeVisible()
  await expect(review.getByText(t('dataset.qa.review.nearEqual'))).toBeVisible()
  await examine(page, 'approved-answers')

  const draft = bindResources(getTemplate('approved_first').createGraph('en'), { dataset: [datasetId] })
  const { id: workflowId } = await createWorkflow(db, { tenantId, draft })
  return createAssistant(db, { tenantId, groupId, workflowId, isPublic: true })
}

/** Asks the expert on the table and the one with approved answers in a language. */
async function askExperts(stage: Stage, experts: { table: string; approved: string }, page: Page, language: Language & keyof typeof words) {
  const { hands } = stage.operated
  const own = createTexts(language)
  const asked = words[language]
  const chat = createChatScreen(page, own)
  const rows = page.getByRole('group', { name: own('chat.sources.rows.table') })
  const find = (name: string) => chat.reply.getByRole('button', { name: own('chat.sources.cited', { number: 1, name }) }).first()
  let count = 0
  async function ask(question: string) {
    await hands.fill(chat.composer, question)
    await page.keyboard.press('Enter')
    count += 1
    await chat.expectDone(count)
  }
  async function readRows(question: string, read: (rows: Locator) => Promise<void>) {
    await ask(`${question} ${atOnce}`)
    await hands.press(find('Fabric tests'))
    await read(rows)
    await page.keyboard.press('Escape')
  }

  await page.goto(`/chat?assistant=${experts.table}`)
  await readRows(asked.strong, async (table) => {
    await expect(table.getByRole('row')).toHaveCount(1 + strongest)
    await expect(table).toContainText('899.5')
    await examine(page, `rows-${language}`)
  })
  await readRows(asked.byFiber, async (table) => {
    for (const [fiber, mean] of Object.entries(means)) await expect(table.getByRole('row', { name: fiber })).toContainText(mean)
  })
  await readRows(asked.converted, (table) => expect(table.locator('mark')).toHaveText(new RegExp(`^${strongest}`)))
  await ask(`${asked.missing} ${atOnce}`)
  await expect(chat.reply).toContainText(asked.absent)
  await expect(find('Fabric tests')).toHaveCount(0)
  await screenshot(page, `missing-${language}`)

  count = 0
  await page.goto(`/chat?assistant=${experts.approved}`)
  await ask(asked.conditioning)
  await expect(chat.reply).toContainText(asked.approved)
  await expect(chat.reply).toContainText('ISO 139:2005')
  await examine(page, `approved-${language}`)
  await hands.press(find('Laboratory answers'))
  await expect(rows).toContainText(words[language === 'th' ? 'en' : language].approved)
}

/** Writes an evaluation set: one question as a form, and the others from a spreadsheet. */
async function writeSet({ operated }: Stage) {
  const { page, hands } = operated
  const [[first, answer], ...others] = questions
  await page.goto('/knowledge/dataset/create')
  await hands.choose(page.getByRole('radio', { name: t('dataset.kind.eval'), exact: true }))
  await hands.fill(page.getByRole('textbox', { name: t('dataset.field.name'), exact: true }), 'Fabric questions')
  await hands.pick(page.getByRole('combobox', { name: t('dataset.field.group') }), 'Weavers')
  await hands.press(findButton(page, t('dataset.create.submit')))
  await expect(page.getByRole('tab', { name: t('dataset.tab.rows') })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tab', { name: t('dataset.tab.columns') })).toHaveCount(0)
  await writeRow(operated, { fields: { Question: first, 'Expected answer': answer, Tags: 'unit' }, choices: { Language: 'English' } })
  await insertRow(operated)
  const cell = page.locator('[role=grid] [aria-rowindex="3"] [aria-colindex="2"]')
  await tabUntil(cell.getByRole('textbox'))
  const lines = others.map(([question, expected]) => [question, 'en', expected].join('\t')).join('\n')
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(lines)})`)
  await page.keyboard.press('ControlOrMeta+v')
  await expect(page.getByText(t('dataset.grid.rows', { count: questions.length, shown: questions.length }), { exact: true })).toBeVisible()
  await publishDataset(operated, 1)
}

/** Has the draft answer nothing of the table. */
async function breakDraft({ operated }: Stage, workflowId: string) {
  await operated.page.goto(`/workflow/${workflowId}`)
  await openOutline(operated)
  await writeReply(operated, 'Ask the laboratory.')
}

async function evaluate({ db, tenantId, operated }: Stage) {
  const { page, hands } = operated
  const { id } = await db.dataset.findFirstOrThrow({ where: { tenantId, kind: 'eval' } })
  await page.goto(`/knowledge/dataset/${id}`)
  await hands.openTab(page.getByRole('tab', { name: t('dataset.tab.evaluations') }))
  await startEvaluation(operated, { workflow: 'Fabric desk' })
  await startEvaluation(operated, { workflow: 'Fabric desk', version: t('evaluation.start.draft') })
  await expectEvaluated(page, t, 2)
  await readEvaluation(operated, { workflow: 'Fabric desk', question: lastQuestion, number: '500' })
}

test('a workbook becomes a table that answers, is evaluated, and has a gate', async ({ visit, people, db, problems }) => {
  // A dozen screens one after the other, with an import, two publications and two evaluations.
  test.setTimeout(480_000)
  const { tenantId, join } = await people.createInstitute()
  const { id: groupId } = await createGroup(db, { tenantId, name: { default: 'Weavers' } })
  const { id } = await createDataset(db, { tenantId, groupId, name: { default: 'Fabric tests' }, columns: [], nextColumn: 1 })
  const member = await join('U')
  const page = await visit({ as: await join('A'), language: 'en' })
  const byMouse: Stage = { db, tenantId, groupId, operated: { page, t, hands: mouse } }
  const byKeyboard: Stage = { ...byMouse, operated: { page, t, hands: keyboard } }

  await test.step('a workbook of 2,000 rows is read', () => readWorkbook(byMouse, id))
  await test.step('one of two bad rows is mended in the file, and the other in the table', () => mendRows(byMouse))
  await test.step('the columns are named in other languages', () => nameColumns(byKeyboard))
  await test.step('the table is published', () => publishDataset(byKeyboard.operated, 1))
  const { workflowId, assistantId } = await test.step('a workflow answers from it', () => drawWorkflow(byMouse))
  const { id: approvedId } = await test.step('approved answers are published and tried', () => approveAnswers(byKeyboard))
  for (const look of looks)
    await test.step(`a member asks: ${look.language}`, async () =>
      askExperts(
        look.isPhone ? byMouse : byKeyboard,
        { table: assistantId, approved: approvedId },
        await visit({ as: member, ...look }),
        look.language,
      ))
  await test.step('an evaluation set is written', () => writeSet(byKeyboard))
  await test.step('the draft is made worse', () => breakDraft(byMouse, workflowId))
  await test.step('two versions are evaluated', () => evaluate(byKeyboard))
  await test.step('answers are judged by keys', () => judgeByKeys(byKeyboard.operated, ['1', '3'], 3 * questions.length))
  await test.step('both are compared', async () => {
    await page.getByRole('link', { name: 'Fabric questions' }).first().click()
    await compareEvaluations(byKeyboard.operated, { question: lastQuestion, text: 'laboratory' })
  })
  await test.step('a condition is added and proven', async () => {
    await page.goto(`/workflow/${workflowId}`)
    await addCondition(byKeyboard.operated, 'Fabric questions')
  })
  await test.step('the administrator is refused', async () => {
    problems.expect(/409/)
    await expectRefused(byMouse.operated)
    expect(await db.workflowVersion.count({ where: { workflowId } })).toBe(1)
  })
  await test.step('a super user publishes with a reason', async () => {
    const other = { ...byKeyboard.operated, page: await visit({ as: await join('S'), language: 'en' }) }
    await other.page.goto(`/workflow/${workflowId}`)
    await publishAgainst(other, { number: 2, reason: 'The standard was withdrawn today.' })
  })
})

// Evaluations of a set on its page, their comparison, and the conditions of a workflow.
import { expect, type Locator, type Page } from '@playwright/test'
import { examine, examineOnPhone } from '../controls/examine.ts'
import { findButton, findDialog, findSection } from '../controls/forms.ts'
import type { Operated } from '../controls/hands.ts'
import type { Texts } from '../texts.ts'

const findRuns = (page: Page, t: Texts): Locator => page.getByRole('table', { name: t('evaluation.runs.title') })

type NewEvaluation = {
  readonly workflow: string
  /** The latest one by default. */
  readonly version?: string
}

/** Starts an evaluation in the tab of evaluations, with as many repeats as are proposed. */
export async function startEvaluation({ page, t, hands }: Operated, { workflow, version }: NewEvaluation): Promise<void> {
  await hands.press(findButton(page, t('evaluation.start.open')))
  const dialog = page.getByRole('dialog')
  await hands.pick(dialog.getByRole('combobox', { name: t('evaluation.column.workflow') }), workflow)
  // Also says that the estimate is there.
  await expect(dialog.getByText(t('evaluation.start.tooFew'))).toBeVisible()
  if (version !== undefined) await hands.pick(dialog.getByRole('combobox', { name: t('evaluation.start.version') }), version)
  await hands.press(findButton(dialog, t('evaluation.start.submit')))
  await expect(dialog).toBeHidden()
}

export const expectEvaluated = (page: Page, t: Texts, count: number) =>
  expect(findRuns(page, t).getByText(t('evaluation.state.completed'))).toHaveCount(count, { timeout: 150_000 })

type Lack = { readonly workflow: string; readonly question: RegExp; readonly number: string }

/** Opens the last evaluation, whose answers have none of the expected numbers, and a question of it that lacks one. */
export async function readEvaluation({ page, t, hands }: Operated, { workflow, question, number }: Lack): Promise<void> {
  await hands.press(findRuns(page, t).getByRole('link', { name: workflow }).first())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('evaluation.run.of', { workflow }))
  const numbers = findSection(page, t('evaluation.figures.title')).getByRole('row', {
    name: new RegExp(`^${t('evaluation.metric.numbers')}`),
  })
  await expect(numbers).toContainText('0%')
  await hands.press(page.getByRole('button', { name: question }))
  await expect(page.getByText(t('evaluation.finding.number_missing', { value: number })).first()).toBeVisible()
  await examineOnPhone(page, 'evaluation')
}

/** Judges as many answers of the open evaluation as there are keys, one key each. */
export async function judgeByKeys({ page, t, hands }: Operated, keys: readonly string[], total: number): Promise<void> {
  await hands.press(findButton(page, t('evaluation.review.open')))
  const expectAnswer = (index: number) => expect(page.getByText(t('evaluation.review.position', { index, total }))).toBeVisible()
  await expectAnswer(1)
  for (const [index, key] of keys.entries()) {
    await page.keyboard.press(key)
    await expectAnswer(index + 2)
  }
  await hands.press(findButton(page, t('evaluation.review.close')))
}

/** Compares the two evaluations of a set, and opens a question that the later one has lost by that text. */
export async function compareEvaluations(
  { page, t, hands }: Operated,
  { question, text }: { question: RegExp; text: string },
): Promise<void> {
  const rows = findRuns(page, t)
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
  const boxes = rows.getByRole('checkbox')
  await expect(boxes).toHaveCount(2)
  for (const box of await boxes.all()) await hands.check(box)
  await hands.press(findButton(page, t('evaluation.runs.compare')))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('evaluation.compare.title'))
  await expect(findSection(page, t('evaluation.compare.verdict.too_few'))).toBeVisible()
  const row = page.getByRole('button', { name: question })
  await expect(row).toContainText('→ 0%')
  await hands.press(row)
  await expect(page.locator('ins').filter({ hasText: text }).first()).toBeVisible()
  await examineOnPhone(page, 'comparison')
}

/** Adds a condition on the numbers of a set, which the draft of the open workflow does not meet, and proves it. */
export async function addCondition({ page, t, hands }: Operated, dataset: string): Promise<void> {
  const metric = t('evaluation.metric.numbers')
  await hands.press(findButton(page, t('builder.gate.title')))
  await expect(page.getByText(t('evaluation.gate.none'))).toBeVisible()
  await hands.press(findButton(page, t('evaluation.gate.add')))
  const dialog = findDialog(page, t('evaluation.gate.form.add'))
  await hands.pick(dialog.getByRole('combobox', { name: t('evaluation.gate.form.dataset') }), dataset)
  await hands.pick(dialog.getByRole('combobox', { name: t('evaluation.gate.form.metric') }), metric)
  await hands.press(findButton(dialog, t('common.save')))
  await expect(dialog).toBeHidden()
  const condition = page.getByRole('article', { name: t('evaluation.gate.title', { metric, dataset }) })
  await expect(condition).toContainText(t('evaluation.gate.state.failed'))
  await expect(condition).toContainText('100% → 0%')
  await hands.press(findButton(page, t('evaluation.gate.proof.action')))
  await expect(page.getByRole('status').filter({ hasText: /^Blank answers were blocked/ })).toBeVisible()
  await examine(page, 'gate')
}

/** Tries to publish a draft against its condition, by a person who may not; the dialog stays open. */
export async function expectRefused({ page, t, hands }: Operated): Promise<void> {
  await hands.press(findButton(page, t('builder.publish.action')))
  const dialog = findDialog(page, t('builder.publish.title'))
  await expect(dialog).toContainText(t('evaluation.gate.publish.failed'))
  await expect(dialog.getByRole('checkbox', { name: t('evaluation.gate.publish.override') })).toHaveCount(0)
  await hands.press(findButton(dialog, t('builder.publish.action')))
  await expect(dialog.getByRole('alert').filter({ hasText: t('errors.code.WORKFLOW_GATE_FAILED') })).toBeVisible()
}

/** Publishes the draft as the version of that number against its condition, for a reason that the version shows. */
export async function publishAgainst({ page, t, hands }: Operated, { number, reason }: { number: number; reason: string }): Promise<void> {
  await hands.press(findButton(page, t('builder.publish.action')))
  const dialog = findDialog(page, t('builder.publish.title'))
  await hands.check(dialog.getByRole('checkbox', { name: t('evaluation.gate.publish.override') }))
  await hands.fill(dialog.getByRole('textbox', { name: t('evaluation.gate.publish.reason') }), reason)
  await examine(page, 'override')
  await hands.press(findButton(dialog, t('builder.publish.action')))
  await expect(page.getByText(t('builder.publish.done', { number }))).toBeVisible()
  await hands.press(findButton(page, t('builder.versions.title')))
  await expect(page.getByText(t('evaluation.gate.version.overridden'))).toBeVisible()
  await expect(page.getByText(t('evaluation.gate.version.reason', { reason }))).toBeVisible()
}

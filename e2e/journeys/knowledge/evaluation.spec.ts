// An administrator writes an evaluation set, has a workflow asked its questions, judges the answers, and compares two evaluations.
import { createGroup } from '@heddle/db/factories/group'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { chooseOption, findSection, press } from '../../support/controls/forms.ts'
import { desk, expect, expectNoSidewaysScroll, phone, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')

/** The demonstration model answers by repeating the question, so that one of them is right and the other lacks its number. */
const questions = [
  { text: 'Denim holds 812 N. [[demo:echo]]', answer: '812 N', tag: 'warp' },
  { text: 'Twill holds 700 N. [[demo:echo]]', answer: '650 N', tag: 'weft' },
]

test('an administrator writes an evaluation set, has it asked, judges answers and compares two evaluations', async ({
  visit,
  people,
  db,
}) => {
  const { tenantId, join } = await people.createInstitute()
  await createGroup(db, { tenantId, name: { default: 'Weavers' } })
  await createWorkflow(db, { tenantId, name: { default: 'Textile chat' } })
  const page = await visit({ as: await join('A'), language: 'en', viewport: desk })
  const dialog = page.getByRole('dialog')
  const tab = (name: string) => page.getByRole('tab', { name: t(`dataset.tab.${name}`) })

  await test.step('its kind is chosen first, and its columns are fixed', async () => {
    await page.goto('/knowledge/dataset/create')
    await page.getByRole('radio', { name: t('dataset.kind.eval'), exact: true }).check()
    await page.getByRole('textbox', { name: t('dataset.field.name'), exact: true }).fill('Fabric questions')
    await chooseOption(page, page.getByRole('combobox', { name: t('dataset.field.group') }), 'Weavers')
    await press(page, t('dataset.create.submit'))
    await expect(tab('rows')).toHaveAttribute('aria-selected', 'true')
    await expect(tab('columns')).toHaveCount(0)
  })

  await test.step('a row is written as a form, a line for each thing that is expected', async () => {
    for (const [index, { text, answer, tag }] of questions.entries()) {
      await press(page, t('dataset.grid.insertBelow'))
      await expect(page.getByRole('rowheader')).toHaveCount(index + 1)
      await page.getByRole('rowheader').last().dblclick()
      await dialog.getByRole('textbox', { name: 'Question' }).fill(text)
      await dialog.getByRole('combobox', { name: 'Language' }).selectOption('en')
      await dialog.getByRole('textbox', { name: 'Expected answer' }).fill(answer)
      await dialog.getByRole('textbox', { name: 'Tags' }).fill(tag)
      await press(dialog, t('dataset.grid.save'))
      await expect(dialog).toBeHidden()
    }
  })

  const { id } = await db.dataset.findFirstOrThrow({ where: { tenantId } })
  await test.step('it is published', async () => {
    await expect.poll(() => db.datasetRow.count({ where: { datasetId: id, versionTo: null } })).toBe(2)
    await press(page, t('dataset.publish.action'))
    await press(dialog, t('dataset.publish.action'))
    await expect(dialog).toBeHidden()
    await expect(page.getByText(t('dataset.state.published', { number: 1 })).first()).toBeVisible()
  })

  const runs = page.getByRole('table', { name: t('evaluation.runs.title') })
  async function start() {
    await press(page, t('evaluation.start.open'))
    await chooseOption(page, dialog.getByRole('combobox', { name: t('evaluation.column.workflow') }), 'Textile chat')
    await dialog.getByRole('radio', { name: t('evaluation.start.repeat.1') }).check()
    await expect(dialog.getByText(t('evaluation.start.tooFew'))).toBeVisible()
    await press(dialog, t('evaluation.start.submit'))
    await expect(dialog).toBeHidden()
  }

  await test.step('two evaluations are started, and end by themselves on the screen', async () => {
    await tab('evaluations').click()
    await start()
    await expect(runs.getByText(t('evaluation.state.completed'))).toHaveCount(1)
    await start()
    await expect(runs.getByText(t('evaluation.state.completed'))).toHaveCount(2)
  })

  await test.step('one of them shows its figures, and what an answer lacks', async () => {
    await runs.getByRole('link', { name: 'Textile chat' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('evaluation.run.of', { workflow: 'Textile chat' }))
    const numbers = findSection(page, t('evaluation.figures.title')).getByRole('row', { name: /^Numbers/ })
    await expect(numbers).toContainText('50%')
    await page.getByRole('button', { name: /Twill holds 700 N/ }).click()
    const finding = t('evaluation.finding.number_missing', { value: '650 N' })
    await expect(page.getByText(finding)).toBeVisible()
    await page.setViewportSize(phone)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize(desk)
  })

  await test.step('the answers are judged by one key each', async () => {
    await press(page, t('evaluation.review.open'))
    const review = findSection(page, t('evaluation.review.title'))
    await expect(review.getByText('Denim holds 812 N.').first()).toBeVisible()
    await page.keyboard.press('1')
    await expect(review.getByText('Twill holds 700 N.').first()).toBeVisible()
    await page.keyboard.press('3')
    await expect
      .poll(async () => (await db.evalAnswer.findMany({ where: { run: { datasetId: id }, correctness: { not: null } } })).length)
      .toBe(2)
    await press(page, t('evaluation.review.close'))
  })

  await test.step('the two are compared, and too few questions say nothing', async () => {
    await page.getByRole('link', { name: 'Fabric questions' }).click()
    const boxes = runs.getByRole('checkbox')
    await expect(boxes).toHaveCount(2)
    for (const box of await boxes.all()) await box.check()
    await press(page, t('evaluation.runs.compare'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('evaluation.compare.title'))
    await expect(findSection(page, t('evaluation.compare.verdict.too_few'))).toBeVisible()
    await page.getByRole('button', { name: /Denim holds 812 N/ }).click()
    await expect(page.getByText(t('evaluation.compare.same'))).toBeVisible()
    await page.setViewportSize(phone)
    await expectNoSidewaysScroll(page)
  })
})

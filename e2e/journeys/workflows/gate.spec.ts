// Conditions for publishing a workflow: they are added in the builder, proven, stop a draft, and a super admin publishes against them.
import { createWorkflow, plainChatGraph } from '@heddle/db/factories/workflow'
import { createRun, createSet } from '../../../apps/api/test/evaluation/gated-workflow.ts'
import { chooseOption, findButton, findDialog, press } from '../../support/controls/forms.ts'
import { desk, expect, expectAccessible, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')
const reason = 'The standard was withdrawn today.'

test('a super admin adds a condition, proves it, is refused with the weakest question, and publishes with a reason', async ({
  visit,
  people,
  db,
  problems,
}) => {
  const { tenantId, join } = await people.createInstitute()
  const versions = { create: { number: 1, graph: plainChatGraph() } }
  const workflow = await createWorkflow(db, { tenantId, draft: plainChatGraph('Be brief.'), versions })
  const set = await createSet({ db }, tenantId)
  await db.dataset.update({ where: { id: set.id }, data: { name: { default: 'Fabric questions' } } })
  const modelName = 'gpt-4o'
  await createRun({ db }, workflow, set, { score: (index) => (index < 3 ? 0 : 1), more: { modelName } })
  await createRun({ db }, workflow, set, { side: 'published', more: { modelName } })

  const page = await visit({ as: await join('S'), language: 'en', viewport: desk })
  await page.goto(`/workflow/${workflow.id}`)
  await press(page, t('builder.gate.title'))
  const condition = page.getByRole('article', { name: t('evaluation.gate.title', { metric: 'Points', dataset: 'Fabric questions' }) })
  const weakest = t('evaluation.gate.lostRow', { question: 'Question 0?', before: '100%', after: '0%' })

  await test.step('a condition is added, which the draft does not meet', async () => {
    await expect(page.getByText(t('evaluation.gate.none'))).toBeVisible()
    await press(page, t('evaluation.gate.add'))
    const dialog = findDialog(page, t('evaluation.gate.form.add'))
    await chooseOption(page, dialog.getByRole('combobox', { name: t('evaluation.gate.form.dataset') }), 'Fabric questions')
    await chooseOption(page, dialog.getByRole('combobox', { name: t('evaluation.gate.form.metric') }), 'Points')
    await press(dialog, t('common.save'))
    await expect(dialog).toBeHidden()
    await expect(condition).toContainText(t('evaluation.gate.state.failed'))
    await expect(condition).toContainText(weakest)
  })

  await test.step('it is proven to block blank answers', async () => {
    await press(page, t('evaluation.gate.proof.action'))
    await expect(page.getByRole('status').filter({ hasText: /^Blank answers were blocked/ })).toBeVisible()
    await expectAccessible(page)
  })

  const dialog = findDialog(page, t('builder.publish.title'))
  await test.step('the draft is refused with its weakest question', async () => {
    await press(page, t('builder.publish.action'))
    await expect(dialog).toContainText(t('evaluation.gate.publish.failed'))
    await expect(dialog).toContainText(weakest)
    problems.expect(/409/)
    await press(dialog, t('builder.publish.action'))
    await expect(dialog.getByRole('alert').filter({ hasText: t('errors.code.WORKFLOW_GATE_FAILED') })).toBeVisible()
    expect(await db.workflowVersion.count({ where: { workflowId: workflow.id } })).toBe(1)
  })

  await test.step('it is published with a reason, which the version shows', async () => {
    await dialog.getByRole('checkbox', { name: t('evaluation.gate.publish.override') }).check()
    await dialog.getByRole('textbox', { name: t('evaluation.gate.publish.reason') }).fill(reason)
    await findButton(dialog, t('builder.publish.action')).click()
    await expect(page.getByText(t('builder.publish.done', { number: 2 }))).toBeVisible()
    await press(page, t('builder.versions.title'))
    await expect(page.getByText(t('evaluation.gate.version.overridden'))).toBeVisible()
    await expect(page.getByText(t('evaluation.gate.version.reason', { reason }))).toBeVisible()
  })
})

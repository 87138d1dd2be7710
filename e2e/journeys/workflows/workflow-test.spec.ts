// Testing a workflow beside its canvas: what the nodes did, one node alone, the same question again and of two versions, and kept runs.
import { createWorkflow } from '@heddle/db/factories/workflow'
import { getTemplate } from '@heddle/workflow/model/templates/templates'
import type { Page } from '@playwright/test'
import { createDirective } from '../../support/pages/chat.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, test } from '../../support/fixtures.ts'
import { chooseOption, findDialog, press } from '../../support/controls/forms.ts'
import { mouse } from '../../support/controls/hands.ts'
import { createTexts } from '../../support/texts.ts'
import {
  askWorkflow,
  createFromTemplate,
  expectDraftSaved,
  expectTestDone,
  findOutlineNode,
  findTestPane,
  findTestReply,
  openOutline,
  publish,
} from '../../support/pages/workflows.ts'

const language = 'en'
const t = createTexts(language)
/** The model echoes the question, whose number is the category. */
const question = `Which program is number 1? ${createDirective('echo')}`

const findNode = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)
test('an administrator tests a workflow of a template, repeats it, compares versions and opens a kept run', async ({
  visit,
  people,
  db,
}) => {
  const { tenantId, join } = await people.createInstitute()
  const page = await visit({ as: await join('A'), language })
  const operated = { page, t, hands: mouse }
  const panel = findTestPane(page, t)
  await page.goto('/workflow/create')
  await createFromTemplate(operated, 'Help desk', 'Loom desk')
  const { id: workflowId } = await db.workflow.findFirstOrThrow({ where: { tenantId } })
  const countRuns = () => db.workflowRun.count({ where: { workflowId } })

  await test.step('the nodes show what they did', async () => {
    await press(page, t('testing.title'))
    await askWorkflow(operated, question)
    await expect(findTestReply(page, t, 'Draft')).toContainText('Which program')
    await expectTestDone(page)
    await expect(findNode(page, 'technical')).toContainText(t('testing.status.finished'))
    await expect(findNode(page, 'account')).toContainText(t('testing.status.skipped'))
    await expect(page.locator('.react-flow__edge-path.taken')).toHaveCount(3)
    await findNode(page, 'topic').click()
    await expect(panel.getByRole('region', { name: t('testing.node.output') })).toContainText('technical')
    await expectAccessible(page)
    expect(await countRuns()).toBe(1)
  })

  await test.step('the variables have examples of this run', async () => {
    await press(panel, t('testing.node.settings'))
    await press(page, t('builder.variable.insert', { label: t('builder.field.question') }))
    await expect(page.getByRole('option', { name: /Question/ }).first()).toContainText('Which program is number 1?')
    await page.keyboard.press('Escape')
  })

  await test.step('the question is repeated', async () => {
    await press(page, t('testing.title'))
    await press(panel, t('testing.action.repeat'))
    await expect.poll(countRuns).toBe(2)
    await expectTestDone(page)
    await expect(panel.getByRole('article')).toHaveCount(1)
  })

  await test.step('one node runs alone with another value', async () => {
    await press(panel, t('testing.alone.open'))
    await panel.getByRole('textbox', { name: 'Question · Question' }).fill(`Which account is number 2? ${createDirective('echo')}`)
    await press(panel, t('testing.alone.run'))
    await expect(panel.getByRole('region', { name: t('testing.node.output') })).toContainText('account')
    expect(await db.workflowRun.findFirst({ where: { workflowId }, orderBy: { id: 'desc' } })).toMatchObject({ nodeId: 'topic' })
  })

  await test.step('a draft with errors leads to the field', async () => {
    await findNode(page, 'topic').click()
    await press(panel, t('testing.node.settings'))
    const field = page.getByRole('textbox', { name: t('builder.field.question') })
    await field.fill('')
    await press(page, t('testing.title'))
    const runs = await countRuns()
    await askWorkflow(operated, question)
    await panel
      .getByRole('alert')
      .getByRole('button', { name: new RegExp(t('builder.problem.code.field_missing')) })
      .click()
    await expect(field).toBeFocused()
    expect(await countRuns()).toBe(runs)
    await press(page, t('builder.undo'))
    await expectDraftSaved(page, t)
  })

  await test.step('the draft and a version answer side by side', async () => {
    await publish(operated, 1)
    await press(page, t('testing.title'))
    const version = t('testing.version.number', { number: 1 })
    await chooseOption(page, panel.getByRole('combobox', { name: t('testing.choice.compared') }), version)
    await askWorkflow(operated, question)
    for (const label of ['Draft', version]) {
      const reply = findTestReply(page, t, label)
      await expect(reply).toContainText('Which program')
      await expect(reply).toContainText('tokens')
    }
  })

  await test.step('a workflow takes no files where its author says no, one with a node for them reads what is attached', async () => {
    const upload = panel.getByRole('button', { name: t('chat.files.upload') })
    await expect(upload).toHaveAttribute('aria-disabled', 'false')
    await press(page, t('workflow.settings.title'))
    const settings = findDialog(page, t('workflow.settings.title'))
    await settings.getByRole('switch', { name: t('workflow.settings.allowFiles') }).uncheck()
    await press(settings, t('common.save'))
    await expect(upload).toHaveAttribute('aria-disabled', 'true')
    const graph = getTemplate('plain_chat').createGraph(language)
    const { id } = await createWorkflow(db, { tenantId, draft: graph })
    await page.goto(`/workflow/${id}`)
    await expectDraftSaved(page, t)
    await press(page, t('testing.title'))
    await panel
      .locator('input[type=file]')
      .setInputFiles({ name: 'hemp.txt', mimeType: 'text/plain', buffer: Buffer.from('Hemp is strong.') })
    const files = panel.getByRole('list', { name: t('chat.files.list') })
    await expect(files.getByText(t('chat.files.ready'))).toBeVisible()
    await expectAccessible(page)
    await askWorkflow(operated, question)
    await expectTestDone(page)
    await findNode(page, 'files').click()
    await expect(panel.getByRole('region', { name: t('testing.node.output') })).toContainText('Hemp is strong.')
    await press(panel, t('testing.action.restart'))
    await expect(files).toHaveCount(0)
  })

  await test.step('a kept run opens again, on a phone too', async () => {
    await page.setViewportSize(phone)
    await page.goto(`/workflow/${workflowId}`)
    await mouse.choose(page.getByRole('radio', { name: t('testing.title'), exact: true }))
    await mouse.choose(panel.getByRole('radio', { name: t('testing.view.runs') }))
    await expect(panel.getByRole('listitem')).toHaveCount(5)
    await panel.getByRole('listitem').last().getByRole('button').click()
    await expect(panel.getByRole('region', { name: t('testing.turn.reply', { version: 'Draft' }) })).toContainText('Which program')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await openOutline(operated)
    await expect(findOutlineNode(page, 'Technical question')).toContainText(t('testing.status.finished'))
  })
})

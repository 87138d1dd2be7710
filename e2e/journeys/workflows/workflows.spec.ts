// Workflows: an administrator creates one from a template, finds it in the list, duplicates, exports, imports and deletes.
import { createAssistant } from '@heddle/db/factories/assistant'
import { createModel } from '@heddle/db/factories/model'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures.ts'
import { expectMessage, findDialog, findRow, press } from '../../support/controls/forms.ts'
import { mouse } from '../../support/controls/hands.ts'
import { createTexts } from '../../support/texts.ts'
import { createFromTemplate, expectDraftSaved } from '../../support/pages/workflows.ts'

const language = 'en'
const t = createTexts(language)

const openList = (page: Page) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: t('shell.menu.workflows') })
    .click()

test('an administrator creates, finds, duplicates, exports, imports and deletes workflows', async ({ visit, people, db, problems }) => {
  problems.expect(/409/)
  const { tenantId, join } = await people.createInstitute()
  const page = await visit({ as: await join('A'), language })
  const operated = { page, t, hands: mouse }
  const list = t('workflow.title')
  const openMenu = (name: string) =>
    findRow(page, list, name)
      .getByRole('button', { name: t('workflow.menu.label', { name }) })
      .click()

  await test.step('creates one from a template', async () => {
    await page.goto('/')
    await openList(page)
    await page.getByRole('link', { name: t('workflow.create.open') }).click()
    await createFromTemplate(operated, 'Help desk', 'Loom desk')
  })

  await test.step('finds it by a word and by its state', async () => {
    await openList(page)
    await page.getByRole('searchbox', { name: t('workflow.search') }).fill('loom')
    await expect(findRow(page, list, 'Loom desk')).toContainText(t('workflow.state.draft'))
    await expect(page.getByRole('table', { name: list }).getByRole('rowheader')).toHaveCount(1)
  })

  const file = await test.step('exports it', async () => {
    await openMenu('Loom desk')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: t('workflow.menu.export') }).click(),
    ])
    const content = await readFile(await download.path(), 'utf8')
    expect(JSON.parse(content)).toMatchObject({ format: 'heddle.workflow/1', graph: { nodes: expect.any(Array) } })
    return content
  })

  await test.step('imports it, with a model and a server of this institute in place of unknown ones', async () => {
    await page.getByRole('link', { name: t('workflow.create.open') }).click()
    const chooser = page.waitForEvent('filechooser')
    await press(page, t('workflow.import.choose'))
    const { graph, ...rest } = JSON.parse(file)
    const request = { method: 'GET', url: 'https://loom.example.org/a', headers: [], body: null, body_type: 'json' }
    const nodes = [...graph.nodes, { id: 'call', title: 'Call', type: 'http_request', config: request }]
    const named = { name: { default: 'From afar' }, allowed_models: ['atlas'] }
    const foreign = JSON.stringify({ ...rest, ...named, graph: { ...graph, nodes } })
    await (await chooser).setFiles({ name: 'desk.json', mimeType: 'application/json', buffer: Buffer.from(foreign) })
    await page.getByRole('combobox', { name: t('workflow.import.model', { name: 'atlas' }) }).click()
    await page.getByRole('option', { name: t('workflow.import.chatModel') }).click()
    await page.getByRole('combobox', { name: t('workflow.import.model', { name: 'loom.example.org' }) }).click()
    await page.getByRole('option', { name: t('workflow.import.sameHost') }).click()
    await press(page, t('workflow.create.submit'))
    await expect(page).toHaveURL(/\/workflow\/[0-9a-f-]{36}$/)
    expect(await db.workflow.findFirst({ where: { tenantId, name: { path: ['default'], equals: 'From afar' } } })).toMatchObject({
      allowedModels: [],
    })
  })

  await test.step('deletes one only when no expert uses it', async () => {
    const { id } = await db.workflow.findFirstOrThrow({ where: { tenantId, name: { path: ['default'], equals: 'From afar' } } })
    const expert = await createAssistant(db, { tenantId, workflowId: id, name: { default: 'Weaver' } })
    await openList(page)
    await openMenu('From afar')
    await page.getByRole('menuitem', { name: t('workflow.menu.delete') }).click()
    const dialog = findDialog(page, t('workflow.delete.title', { name: 'From afar' }))
    await press(dialog, t('workflow.menu.delete'))
    await expect(dialog.getByRole('alert')).toContainText('Weaver')
    await db.assistant.delete({ where: { id: expert.id } })
    await press(dialog, t('workflow.menu.delete'))
    await expectMessage(page, t('workflow.delete.done', { name: 'From afar' }))
  })
})

test('an administrator changes the settings of a workflow in the builder and in the list', async ({ visit, people, db, problems }) => {
  problems.expect(/409/)
  const { tenantId, join } = await people.createInstitute()
  await createModel(db, { tenantId, name: 'Weaver' })
  const { id } = await createWorkflow(db, { tenantId, name: { default: 'Loom desk' } })
  const page = await visit({ as: await join('A'), language })
  const settings = findDialog(page, t('workflow.settings.title'))
  const nameField = settings.getByRole('textbox', { name: t('workflow.field.name') }).first()
  const allowInstructions = settings.getByRole('switch', { name: t('workflow.settings.allowUserPrompt') })

  await test.step('renames it in the builder, and still publishes the draft that is open there', async () => {
    await page.goto(`/workflow/${id}`)
    await press(page, t('workflow.settings.title'))
    await nameField.fill('Weaving desk')
    await allowInstructions.setChecked(false)
    await settings.getByRole('combobox', { name: t('workflow.settings.allowedModels') }).click()
    await page.getByRole('option', { name: 'Weaver' }).click()
    await expect(settings.getByRole('status')).toHaveText(t('workflow.settings.withoutDefault', { model: 'gpt-4o' }))
    await nameField.click()
    await press(settings, t('common.save'))
    await expect(page.getByRole('heading', { level: 1, name: 'Weaving desk' })).toBeVisible()
    expect(await db.workflow.findUniqueOrThrow({ where: { id } })).toMatchObject({ allowUserPrompt: false, allowedModels: ['Weaver'] })

    await page.locator('.react-flow__node').first().click()
    await page.getByRole('button', { name: t('builder.type.template'), exact: true }).click()
    await page.getByRole('textbox', { name: t('builder.field.text') }).fill('About weaving:')
    await page.getByRole('button', { name: t('builder.type.http_request'), exact: true }).click()
    await page.getByRole('textbox', { name: t('builder.field.url') }).fill('https://loom.example.org/a')
    await press(page, t('builder.problem.open', { count: 1 }))
    await expect(page.getByRole('complementary', { name: t('builder.problem.title') })).toContainText(
      t('builder.problem.code.host_not_allowed', { subject: 'loom.example.org' }),
    )
    await expectDraftSaved(page, t)
    await press(page, t('workflow.settings.title'))
    await allowInstructions.setChecked(true)
    await press(settings, t('common.save'))
    await expect(settings).toBeHidden()
    await press(page, t('builder.publish.action'))
    const publication = findDialog(page, t('builder.publish.title'))
    await expect(publication).toContainText(t('builder.problem.code.host_not_allowed', { subject: 'loom.example.org' }))
    await press(publication, t('builder.publish.action'))
    await expectMessage(page, t('builder.publish.done', { number: 2 }))
  })

  await test.step('keeps both changes when another user saves meanwhile', async () => {
    await openList(page)
    await findRow(page, t('workflow.title'), 'Weaving desk')
      .getByRole('button', { name: t('workflow.menu.label', { name: 'Weaving desk' }) })
      .click()
    await page.getByRole('menuitem', { name: t('workflow.menu.settings') }).click()
    await nameField.fill('Spinning desk')
    await db.workflow.update({ where: { id }, data: { allowUserPrompt: false, revision: { increment: 1 } } })
    await press(settings, t('common.save'))
    await press(findDialog(page, t('form.conflict.title')), t('form.conflict.keepMine'))
    await expect(findRow(page, t('workflow.title'), 'Spinning desk')).toBeVisible()
    expect(await db.workflow.findUniqueOrThrow({ where: { id } })).toMatchObject({
      name: { default: 'Spinning desk' },
      allowUserPrompt: false,
    })
  })
})

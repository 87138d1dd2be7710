// What administrators set up, as one: a model server, a workflow that calls another server, its test, and an expert that a group chats with.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createDemoModel } from '@heddle/demo-model/server'
import type { Page } from '@playwright/test'
import { createChatScreen, createDirective } from '../../support/chat.ts'
import { expect, test } from '../../support/fixtures.ts'
import { expectMessage, findDialog, findSection, press } from '../../support/forms.ts'
import { createTexts } from '../../support/texts.ts'

const language = 'en'
const t = createTexts(language)
const cloth = 'Cloth 7: 40 picks per cm.'
/** The model echoes a question, whose number is the category. */
const aboutLooms = `What is number 1, a loom? ${createDirective('echo')}`
const aboutCloth = `Which cloth is number 2? ${createDirective('echo')}`

/** Starts a server that a workflow calls. */
async function startClothServer() {
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(request.url ?? '')
    response.end(cloth)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function connectModel(page: Page, address: string) {
  await page.goto('/settings/model')
  await press(page, t('model.endpoint.create'))
  const server = findDialog(page, t('model.endpoint.create'))
  await server.getByRole('textbox', { name: t('model.field.name') }).fill('Laboratory')
  await server.getByRole('textbox', { name: t('model.field.base_url') }).fill(address)
  await press(server, t('model.endpoint.create'))
  await press(page, t('model.model.createAt', { name: 'Laboratory' }))
  const model = findDialog(page, t('model.model.createAt', { name: 'Laboratory' }))
  await model.getByRole('textbox', { name: t('model.field.upstream_name') }).fill('weaver-7b')
  await model.getByRole('textbox', { name: t('model.field.name'), exact: true }).fill('Weaver')
  await press(model, t('model.model.create'))
  const testTitle = t('model.test.of', { name: 'Weaver' })
  await press(page, testTitle)
  const testing = findDialog(page, testTitle)
  await press(testing, t('model.test.start'))
  await expect(testing).toContainText(t('model.test.usageOf.stream'))
  await press(testing, t('common.close'))
  await press(page, t('model.makeDefaultNamed', { name: 'Weaver' }))
  await expect(page.getByRole('listitem').filter({ hasText: 'Weaver' })).toContainText(t('model.default'))
}

async function allowHost(page: Page, tenantId: string, host: string) {
  await page.goto(`/settings/tenant/${tenantId}`)
  await press(findSection(page, t('tenant.host.title')), t('tenant.host.create'))
  const creating = findDialog(page, t('tenant.host.create'))
  await creating.getByRole('textbox', { name: t('tenant.host.field.host') }).fill(host)
  await creating.getByRole('switch', { name: t('tenant.host.field.private') }).check()
  await press(creating, t('tenant.host.create'))
  await expectMessage(page, t('tenant.host.created', { host }))
}

/** Presses a button of the outline that adds a node, and chooses the type. */
async function addNode(page: Page, button: string, type: string) {
  await press(page, button)
  await findDialog(page, t('builder.add.title'))
    .getByRole('button', { name: new RegExp(`^${t(`builder.type.${type}`)}`) })
    .click()
  return page.getByRole('complementary', { name: t(`builder.type.${type}`) })
}

/** Makes a workflow of a template that answers by its model about looms, and by a server about cloth. */
async function drawWorkflow(page: Page, host: string) {
  await page.goto('/workflow/create')
  await page.getByRole('button', { name: 'Plain chat' }).click()
  const creation = findDialog(page, 'Plain chat')
  await creation
    .getByRole('textbox', { name: t('workflow.field.name') })
    .first()
    .fill('Loom desk')
  await press(creation, t('workflow.create.submit'))
  await page.getByRole('radio', { name: t('builder.view.outline') }).press('Space')

  const classifier = await addNode(page, t('builder.add.after', { title: 'Question' }), 'classifier')
  const label = t('builder.field.categories')
  await press(classifier, t('builder.list.add', { label }))
  for (const [number, name] of [
    [1, 'Looms'],
    [2, 'Cloth'],
  ] as const) {
    const category = classifier.getByRole('group', { name: t('builder.list.entry', { label, number }) })
    await category.getByRole('textbox', { name: t('builder.field.name'), exact: true }).fill(name)
  }
  const branch = { title: t('builder.type.classifier'), handle: 'Cloth' }
  const request = await addNode(page, t('builder.add.afterBranch', branch), 'http_request')
  await request.getByRole('textbox', { name: t('builder.field.url') }).fill(`http://${host}/cloth?question={{start.question}}`)
  const answer = await addNode(page, t('builder.add.after', { title: t('builder.type.http_request') }), 'answer')
  await answer.getByRole('textbox', { name: t('builder.field.text') }).fill('{{http_request.body}}')
  await expect(page.getByText(t('builder.saving.saved'), { exact: true })).toBeVisible()
}

async function testWorkflow(page: Page) {
  await press(page, t('testing.title'))
  const panel = page.getByRole('complementary', { name: t('testing.title') })
  const reply = panel
    .getByRole('article')
    .last()
    .getByRole('region', { name: t('testing.turn.reply', { version: t('testing.version.draft') }) })
  for (const [question, text] of [
    [aboutLooms, 'a loom?'],
    [aboutCloth, cloth],
  ] as const) {
    await panel.getByRole('textbox', { name: t('testing.question.label') }).fill(question)
    await press(panel, t('testing.action.ask'))
    await expect(reply).toContainText(text)
    await expect(page.getByRole('status').filter({ hasText: /^The test is complete/ })).toHaveCount(1)
  }
  const findOutlineNode = (title: string) =>
    page
      .getByRole('list')
      .getByRole('button', { name: new RegExp(`^${title}`) })
      .first()
  await expect(findOutlineNode(t('builder.type.http_request'))).toContainText(t('testing.status.finished'))
  await panel.getByRole('button', { name: new RegExp(`^${t('builder.type.http_request')}`) }).click()
  await expect(panel.getByRole('region', { name: t('testing.node.output') })).toContainText(cloth)
  await expect(panel.getByRole('button', { name: new RegExp(`^${t('builder.type.llm')}`) })).toContainText(t('testing.status.skipped'))
}

async function publish(page: Page) {
  await press(page, t('builder.publish.action'))
  const dialog = findDialog(page, t('builder.publish.title'))
  await dialog.getByRole('textbox', { name: t('builder.publish.note') }).fill('Looms and cloth')
  await press(dialog, t('builder.publish.action'))
  await expect(page.getByText(t('builder.publish.done', { number: 1 }))).toBeVisible()
}

/** Makes an expert with a question in two languages. */
async function createExpert(page: Page) {
  await page.goto('/assistant/create')
  // The only workflow is chosen already.
  await expect(page.getByRole('combobox', { name: t('assistant.behaviour.workflow') })).toHaveValue('Loom desk')
  await page.getByRole('textbox', { name: t('assistant.basics.name') }).fill('Loom adviser')
  await press(page, t('assistant.questions.add'))
  const question = page.getByRole('listitem').filter({ hasText: t('assistant.questions.number', { number: 1 }) })
  for (const [field, text, translation] of [
    ['titleOf', 'Cloth', '布料'],
    ['contentOf', aboutCloth, `第 2 種是什麼布料？${createDirective('echo')}`],
  ] as const) {
    const name = t(`assistant.questions.${field}`, { number: 1 })
    await page.getByRole('textbox', { name }).fill(text)
    await question
      .getByRole('button', { name: t('form.localized.none') })
      .first()
      .click()
    const texts = question.getByRole('group', { name: t('form.localized.label', { label: name }), exact: true })
    await texts.getByRole('textbox', { name: '繁體中文', exact: true }).fill(translation)
  }
  await press(page, t('assistant.create'))
  await expectMessage(page, t('assistant.editor.created', { name: 'Loom adviser' }))
}

test('an administrator connects a model, tests and publishes a workflow, and makes an expert that a group chats with', async ({
  visit,
  people,
  db,
  problems,
}) => {
  test.setTimeout(180_000)
  problems.expect(/404/)
  await using server = await startClothServer()
  const demo = await createDemoModel({ tps: 0 })
  try {
    const { tenantId, join } = await people.createInstitute()
    const [admin, member, outsider] = [await join('A'), await join('U'), await join('U')]
    const group = await createGroup(db, { tenantId, name: { default: 'Weavers' } })
    await createMembership(db, { groupId: group.id, userId: admin.id, role: 'O' })
    await createMembership(db, { groupId: group.id, userId: member.id })
    const page = await visit({ as: admin, language })

    await test.step('connects a model server', () => connectModel(page, demo.url))
    await test.step('a super user allows the other server', async () =>
      allowHost(await visit({ as: await join('S'), language }), tenantId, server.host))
    await test.step('draws a workflow with a classifier and a request', () => drawWorkflow(page, server.host))
    await test.step('tests it and sees what its nodes did', () => testWorkflow(page))
    await test.step('publishes it', () => publish(page))
    await test.step('makes an expert of it', () => createExpert(page))
    expect(server.calls).toHaveLength(1)

    const { id } = await db.assistant.findFirstOrThrow({ where: { tenantId } })
    await test.step('a member of the group chats with it in the own language', async () => {
      const theirs = await visit({ as: member, language: 'zhHant' })
      await theirs.goto('/assistant')
      await theirs.getByRole('link', { name: 'Loom adviser', exact: true }).click()
      await theirs.getByRole('button', { name: '布料' }).click()
      const chat = createChatScreen(theirs, createTexts('zhHant'))
      await chat.expectDone()
      await expect(chat.text).toContainText(cloth)
      expect(server.calls).toHaveLength(2)
    })
    await test.step('another user does not find it', async () => {
      const theirs = await visit({ as: outsider, language })
      await theirs.goto(`/assistant/${id}`)
      await expect(theirs.getByRole('heading', { level: 1, name: t('assistant.notFound.title') })).toBeVisible()
    })
  } finally {
    await demo.close()
  }
})

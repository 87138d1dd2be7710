// What administrators set up, as one: a model server, a workflow that calls another server, its test, and an expert that a group chats with.
// With the keyboard alone: journeys of each of these pages use the mouse.
import { createChatScreen, createDirective } from '../../support/pages/chat.ts'
import { aboutCloth, aboutLooms, cloth, startClothServer } from '../../support/pages/cloth-desk.ts'
import { expect, test } from '../../support/fixtures.ts'
import { expectMessage, findButton, findDialog, findSection } from '../../support/controls/forms.ts'
import { createWeavers } from '../../support/pages/groups.ts'
import { keyboard, type Operated } from '../../support/controls/hands.ts'
import { addDefaultModel, connectServer, testModel } from '../../support/pages/models.ts'
import { createTexts } from '../../support/texts.ts'
import {
  addNode,
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

async function connectModel(operated: Operated, address: string) {
  await operated.page.goto('/settings/model')
  await connectServer(operated, { name: 'Laboratory', address })
  await addDefaultModel(operated, { server: 'Laboratory', name: 'Weaver', upstreamName: 'weaver-7b' })
  await testModel(operated, 'Weaver', { expectResult: (dialog) => expect(dialog).toContainText(t('model.test.usageOf.stream')) })
}

async function allowHost({ page, hands }: Operated, tenantId: string, host: string) {
  await page.goto(`/settings/tenant/${tenantId}`)
  await hands.press(findButton(findSection(page, t('tenant.host.title')), t('tenant.host.create')))
  const dialog = findDialog(page, t('tenant.host.create'))
  await hands.fill(dialog.getByRole('textbox', { name: t('tenant.host.field.host') }), host)
  await hands.check(dialog.getByRole('switch', { name: t('tenant.host.field.private') }))
  await hands.press(findButton(dialog, t('tenant.host.create')))
  await expectMessage(page, t('tenant.host.created', { host }))
}

/** Makes a workflow of a template that answers by its model about looms, and by a server about cloth. */
async function drawWorkflow(operated: Operated, host: string) {
  const { page, hands } = operated
  await hands.press(page.getByRole('navigation').getByRole('link', { name: t('shell.menu.workflows') }))
  await hands.press(page.getByRole('link', { name: t('workflow.create.open') }))
  await createFromTemplate(operated, 'Plain chat', 'Loom desk')
  await openOutline(operated)

  const classifier = await addNode(operated, t('builder.add.after', { title: 'Question' }), 'classifier')
  const label = t('builder.field.categories')
  await hands.press(findButton(classifier, t('builder.list.add', { label })))
  for (const [number, name] of [
    [1, 'Looms'],
    [2, 'Cloth'],
  ] as const) {
    const category = classifier.getByRole('group', { name: t('builder.list.entry', { label, number }) })
    await hands.fill(category.getByRole('textbox', { name: t('builder.field.name'), exact: true }), name)
  }
  const branch = { title: t('builder.type.classifier'), handle: 'Cloth' }
  const request = await addNode(operated, t('builder.add.afterBranch', branch), 'http_request')
  await hands.fill(request.getByRole('textbox', { name: t('builder.field.url') }), `http://${host}/cloth?question={{start.question}}`)
  const answer = await addNode(operated, t('builder.add.after', { title: t('builder.type.http_request') }), 'answer')
  await hands.fill(answer.getByRole('textbox', { name: t('builder.field.text') }), '{{http_request.body}}')
  await expectDraftSaved(page, t)
}

async function testWorkflow(operated: Operated) {
  const { page, hands } = operated
  const pane = findTestPane(page, t)
  const findRunNode = (type: string) => pane.getByRole('button', { name: new RegExp(`^${t(`builder.type.${type}`)}`) })
  await hands.press(findButton(page, t('testing.title')))
  for (const [question, text] of [
    [aboutLooms, 'a loom?'],
    [aboutCloth, cloth],
  ] as const) {
    await askWorkflow(operated, question)
    await expect(findTestReply(page, t, t('testing.version.draft'))).toContainText(text)
    await expectTestDone(page)
  }
  await expect(findOutlineNode(page, t('builder.type.http_request'))).toContainText(t('testing.status.finished'))
  await hands.press(findRunNode('http_request'))
  await expect(pane.getByRole('region', { name: t('testing.node.output') })).toContainText(cloth)
  await expect(findRunNode('llm')).toContainText(t('testing.status.skipped'))
}

/** Makes an expert with a question in two languages. */
async function createExpert({ page, hands }: Operated) {
  await hands.press(page.getByRole('navigation').getByRole('link', { name: t('shell.menu.assistants') }))
  await hands.press(page.getByRole('link', { name: t('assistant.create'), exact: true }))
  // The only workflow is chosen already.
  await expect(page.getByRole('combobox', { name: t('assistant.behaviour.workflow') })).toHaveValue('Loom desk')
  await hands.fill(page.getByRole('textbox', { name: t('assistant.basics.name') }), 'Loom adviser')
  await hands.press(findButton(page, t('assistant.questions.add')))
  const question = page.getByRole('listitem').filter({ hasText: t('assistant.questions.number', { number: 1 }) })
  for (const [field, text, translation] of [
    ['titleOf', 'Cloth', '布料'],
    ['contentOf', aboutCloth, `第 2 種是什麼布料？${createDirective('echo')}`],
  ] as const) {
    const name = t(`assistant.questions.${field}`, { number: 1 })
    await hands.fill(page.getByRole('textbox', { name }), text)
    await hands.press(question.getByRole('button', { name: t('form.localized.none') }).first())
    const texts = question.getByRole('group', { name: t('form.localized.label', { label: name }), exact: true })
    await hands.fill(texts.getByRole('textbox', { name: '繁體中文', exact: true }), translation)
  }
  await hands.press(findButton(page, t('assistant.create')))
  await expectMessage(page, t('assistant.editor.created', { name: 'Loom adviser' }))
}

test('with the keyboard alone an administrator connects a model, publishes a workflow, and makes an expert that a group chats with', async ({
  visit,
  people,
  db,
  ownModel,
}) => {
  // Some hundred stops of the focus, one after the other.
  test.setTimeout(240_000)
  await using server = await startClothServer()
  const { tenantId, join } = await people.createInstitute()
  const [admin, member] = [await join('A'), await join('U')]
  await createWeavers(db, { tenantId, owner: admin, member })
  const operated = { page: await visit({ as: admin, language }), t, hands: keyboard }

  await test.step('connects a model server', async () => connectModel(operated, (await ownModel({ tps: 0 })).url))
  await test.step('a super user allows the other server', async () =>
    allowHost({ ...operated, page: await visit({ as: await join('S'), language }) }, tenantId, server.host))
  await test.step('draws a workflow with a classifier and a request', () => drawWorkflow(operated, server.host))
  await test.step('tests it and sees what its nodes did', () => testWorkflow(operated))
  await test.step('publishes it', () => publish(operated, 1, 'Looms and cloth'))
  expect(server.calls).toHaveLength(1)
  await test.step('makes an expert of the workflow', () => createExpert(operated))
  await test.step('a member of the group chats with it in the own language', async () => {
    const page = await visit({ as: member, language: 'zhHant' })
    await page.goto('/assistant')
    await keyboard.press(page.getByRole('link', { name: 'Loom adviser', exact: true }))
    await keyboard.press(page.getByRole('button', { name: '布料' }))
    const chat = createChatScreen(page, createTexts('zhHant'))
    await chat.expectDone()
    await expect(chat.text).toContainText(cloth)
    expect(server.calls).toHaveLength(2)
  })
})

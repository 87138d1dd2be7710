// Model servers that administrators connect.
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat } from '@heddle/db/factories/chat'
import { createModel, createModelEndpoint } from '@heddle/db/factories/model'
import { createChatScreen } from '../../support/pages/chat.ts'
import { expect, test } from '../../support/fixtures.ts'
import { findDialog, press } from '../../support/controls/forms.ts'
import { expectPickedUp, mouse } from '../../support/controls/hands.ts'
import { addDefaultModel, closeFirstTest, connectServer, testModel } from '../../support/pages/models.ts'
import { createTexts } from '../../support/texts.ts'

const language = 'en'
const t = createTexts(language)

test('an administrator connects a server, and its model answers', async ({ visit, people, db, ownModel }) => {
  const { tenantId, join } = await people.createInstitute()
  const admin = await join('A')
  const model = await ownModel({ tps: 0, tokens: 5 })
  const page = await visit({ as: admin, language })
  const operated = { page, t, hands: mouse }
  await page.goto('/settings/model')
  await connectServer(operated, { name: 'Laboratory', address: model.url, key: 'sk-canary-0123456789x9Q2' })
  await addDefaultModel(operated, { server: 'Laboratory', name: 'Weaver', upstreamName: 'weaver-7b' })
  await expect(page.locator('body')).not.toContainText('canary')

  const assistant = await createAssistant(db, { tenantId, isPublic: true })
  const { id } = await createChat(db, { ownerId: admin.id, assistantId: assistant.id, responseLanguage: language })
  await page.goto(`/chat/${id}`)
  const chat = createChatScreen(page, t)
  await chat.ask('What is a loom?')
  await chat.expectDone(1)
  expect(model.requests).toContainEqual(
    expect.objectContaining({ path: '/v1/chat/completions', body: expect.objectContaining({ model: 'weaver-7b' }) }),
  )
})

test('an administrator discovers models, tests them, and sets a price', async ({ visit, people, db, ownModel }) => {
  const { tenantId, join } = await people.createInstitute()
  const { url } = await ownModel({ tps: 0, tokens: 20 })
  const endpoint = await createModelEndpoint(db, { tenantId, name: 'Laboratory', baseUrl: url })
  await createModel(db, { tenantId, endpointId: endpoint.id, name: 'Broken', upstreamName: 'demo:status=401' })
  const page = await visit({ as: await join('A'), language })
  const operated = { page, t, hands: mouse }
  await page.goto('/settings/model')

  const discoverTitle = t('model.discover.of', { name: 'Laboratory' })
  await press(page, discoverTitle)
  const discovery = findDialog(page, discoverTitle)
  await discovery.getByRole('checkbox', { name: 'gpt-4o' }).check()
  await discovery.getByRole('checkbox', { name: 'demo', exact: true }).check()
  await press(discovery, t('model.discover.add', { count: 2 }))
  await expect(discovery).toBeHidden()
  await closeFirstTest(operated, 2)
  // The institute has one of this name already.
  const name = 'gpt-4o (Laboratory)'
  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row).toBeVisible()

  await testModel(operated, name, {
    act: (dialog) => dialog.getByRole('checkbox', { name: t('model.test.check.json_schema') }).check(),
    expectResult: async (dialog) => {
      await expect(dialog).toContainText(t('model.test.usageOf.stream'))
      await expect(dialog).toContainText(t('model.reasoningFormat.field'))
    },
  })
  await expect(row).toContainText(t('model.thinks'))
  await testModel(operated, 'Broken', { expectResult: (dialog) => expect(dialog).toContainText(t('model.test.status', { status: 401 })) })

  const priceTitle = t('model.price.of', { name })
  await press(page, priceTitle)
  const prices = findDialog(page, priceTitle)
  await press(prices, t('model.price.add'))
  await prices.getByRole('textbox', { name: t('model.price.currency') }).fill('twd')
  await prices.getByRole('textbox', { name: t('model.price.input'), exact: true }).fill('10')
  await prices.getByRole('textbox', { name: t('model.price.cached_input') }).fill('1.5')
  await prices.getByRole('textbox', { name: t('model.price.output') }).fill('30.25')
  await press(prices, t('common.save'))
  await expect(row).toContainText('10 / 30.25 TWD')
  const [saved] = await db.modelPrice.findMany({ where: { model: { tenantId } } })
  expect(saved).toMatchObject({ currency: 'TWD' })

  await press(page, t('model.order.title'))
  const order = findDialog(page, t('model.order.title'))
  await press(order, t('common.order.up', { name: 'demo' }))
  await expect(order.getByRole('listitem')).toHaveText(['Broken', 'gpt-4o', 'demo', name])
  const readOrder = async () => (await db.model.findMany({ where: { tenantId }, orderBy: { position: 'asc' } })).map((model) => model.name)
  const handle = order.getByRole('button', { name: t('common.order.drag', { name: 'demo' }) })
  const drag = async () => {
    await handle.press('Enter')
    await expectPickedUp({ page, t }, { name: 'demo', place: 3, count: 4 })
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText(t('common.order.over', { name: 'demo', place: 2, count: 4 }))).toBeAttached()
  }
  await drag()
  await page.keyboard.press('Escape')
  await expect(page.getByText(t('common.order.canceled', { name: 'demo' }))).toBeAttached()
  await expect(order.getByRole('listitem')).toHaveText(['Broken', 'gpt-4o', 'demo', name])
  await drag()
  await page.keyboard.press('Enter')
  await expect(order.getByRole('listitem')).toHaveText(['Broken', 'demo', 'gpt-4o', name])
  await expect.poll(readOrder).toEqual(['Broken', 'demo', 'gpt-4o', name])
})

test('an administrator tests a model whose thoughts begin inside, and no chat shows them as the reply', async ({
  visit,
  people,
  db,
  ownModel,
}) => {
  const { tenantId, join } = await people.createInstitute()
  const admin = await join('A')
  const { url } = await ownModel({ tps: 0, tokens: 20, reasoning: 'inside' })
  const endpoint = await createModelEndpoint(db, { tenantId, name: 'Laboratory', baseUrl: url })
  const { id: modelId } = await createModel(db, { tenantId, endpointId: endpoint.id, name: 'Muser', isDefault: true })
  const page = await visit({ as: admin, language })
  const operated = { page, t, hands: mouse }
  await page.goto('/settings/model')
  await testModel(operated, 'Muser', {
    expectResult: async (dialog) => {
      await expect(dialog).toContainText(t('model.reasoningFormat.begins_inside'))
      await expect(dialog).toContainText(t('model.test.filled'))
    },
  })
  expect(await db.model.findUnique({ where: { id: modelId } })).toMatchObject({
    reasoningFormat: 'begins_inside',
    reasoningFormatSource: 'probed',
  })
  await press(page, t('model.editNamed', { name: 'Muser' }))
  const form = findDialog(page, t('model.model.editOf', { name: 'Muser' }))
  await expect(form.getByRole('combobox', { name: t('model.field.reasoning_format') })).toHaveValue(
    t('model.reasoningFormat.begins_inside'),
  )
  await press(form, t('common.cancel'))

  const assistant = await createAssistant(db, { tenantId, isPublic: true })
  const { id } = await createChat(db, { ownerId: admin.id, assistantId: assistant.id, responseLanguage: language })
  await page.goto(`/chat/${id}`)
  const chat = createChatScreen(page, t)
  await chat.ask('What is a loom?')
  await chat.expectDone(1)
  await expect(page.locator('main')).not.toContainText('</think>')
  const [, reply] = await db.message.findMany({ where: { chatId: id }, orderBy: { createdAt: 'asc' } })
  expect(reply?.content).not.toContain('The user asks')
})

// Model servers that administrators connect.
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat } from '@heddle/db/factories/chat'
import { createModel, createModelEndpoint } from '@heddle/db/factories/model'
import { createDemoModel } from '@heddle/demo-model/server'
import { createChatScreen } from '../../support/chat.ts'
import { expect, test } from '../../support/fixtures.ts'
import { findDialog, press } from '../../support/forms.ts'
import { createTexts } from '../../support/texts.ts'

test('an administrator connects a server, and its model answers', async ({ visit, people, db }) => {
  const t = createTexts('en')
  const institute = await people.createInstitute()
  const admin = await institute.join('A')
  const { tenantId } = institute
  const demo = await createDemoModel({ tps: 0, tokens: 5 })
  try {
    const page = await visit({ as: admin, language: 'en' })
    await page.goto('/settings/model')
    await press(page, t('model.endpoint.create'))
    const server = findDialog(page, t('model.endpoint.create'))
    await server.getByRole('textbox', { name: t('model.field.name') }).fill('Laboratory')
    await server.getByRole('textbox', { name: t('model.field.base_url') }).fill(demo.url)
    await server.getByLabel(t('model.field.key'), { exact: true }).fill('sk-canary-0123456789x9Q2')
    await press(server, t('model.endpoint.create'))
    await expect(page.getByRole('region', { name: 'Laboratory' })).toContainText(demo.url)

    await press(page, t('model.model.createAt', { name: 'Laboratory' }))
    const model = findDialog(page, t('model.model.createAt', { name: 'Laboratory' }))
    await model.getByRole('textbox', { name: t('model.field.upstream_name') }).fill('weaver-7b')
    await model.getByRole('textbox', { name: t('model.field.name'), exact: true }).fill('Weaver')
    await press(model, t('model.model.create'))
    await press(page, t('model.makeDefaultNamed', { name: 'Weaver' }))
    await expect(page.getByRole('listitem').filter({ hasText: 'Weaver' })).toContainText(t('model.default'))
    await expect(page.locator('body')).not.toContainText('canary')

    const assistant = await createAssistant(db, { tenantId, isPublic: true })
    const { id } = await createChat(db, { ownerId: admin.id, assistantId: assistant.id, responseLanguage: 'en' })
    await page.goto(`/chat/${id}`)
    const chat = createChatScreen(page, t)
    await chat.ask('What is a loom?')
    await chat.expectDone(1)
    expect(demo.requests).toContainEqual(
      expect.objectContaining({ path: '/v1/chat/completions', body: expect.objectContaining({ model: 'weaver-7b' }) }),
    )
  } finally {
    await demo.close()
  }
})

test('an administrator discovers models, tests them, and sets a price', async ({ visit, people, db }) => {
  const t = createTexts('en')
  const institute = await people.createInstitute()
  const admin = await institute.join('A')
  const { tenantId } = institute
  const demo = await createDemoModel({ tps: 0, tokens: 20 })
  try {
    const endpoint = await createModelEndpoint(db, { tenantId, name: 'Laboratory', baseUrl: demo.url })
    await createModel(db, { tenantId, endpointId: endpoint.id, name: 'Broken', upstreamName: 'demo:status=401' })
    const page = await visit({ as: admin, language: 'en' })
    await page.goto('/settings/model')

    const discoverTitle = t('model.discover.of', { name: 'Laboratory' })
    await press(page, discoverTitle)
    const discovery = findDialog(page, discoverTitle)
    await discovery.getByRole('checkbox', { name: 'gpt-4o' }).check()
    await discovery.getByRole('checkbox', { name: 'demo', exact: true }).check()
    await press(discovery, t('model.discover.add', { count: 2 }))
    await expect(discovery).toBeHidden()
    // The institute has one of this name already.
    const name = 'gpt-4o (Laboratory)'
    const row = page.getByRole('listitem').filter({ hasText: name })
    await expect(row).toBeVisible()

    const testTitle = t('model.test.of', { name })
    await press(page, testTitle)
    const testing = findDialog(page, testTitle)
    await testing.getByRole('checkbox', { name: t('model.test.check.json_schema') }).check()
    await press(testing, t('model.test.start'))
    await expect(testing).toContainText(t('model.test.usageOf.stream'))
    await expect(testing).toContainText(t('model.test.reasoningOf.field'))
    await press(testing, t('common.close'))
    await expect(row).toContainText(t('model.thinks'))

    const brokenTitle = t('model.test.of', { name: 'Broken' })
    await press(page, brokenTitle)
    const broken = findDialog(page, brokenTitle)
    await press(broken, t('model.test.start'))
    await expect(broken).toContainText(t('model.test.status', { status: 401 }))
    await press(broken, t('common.close'))

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
    await press(order, t('model.order.up', { name: 'demo' }))
    await expect(order.getByRole('listitem')).toHaveText(['Broken', 'gpt-4o', 'demo', name])
  } finally {
    await demo.close()
  }
})

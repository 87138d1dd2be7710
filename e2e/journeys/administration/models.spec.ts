// Model servers that administrators connect.
import { createModel } from '@heddle/db/factories/model'
import { expect, test } from '../../support/fixtures.ts'
import { findDialog, press } from '../../support/controls/forms.ts'
import { expectPickedUp, mouse } from '../../support/controls/hands.ts'
import { closeFirstTest, connectServer, testModel } from '../../support/pages/models.ts'
import { createTexts } from '../../support/texts.ts'

const language = 'en'
const t = createTexts(language)

test('an administrator connects a server, discovers models, tests them, and sets a price', async ({ visit, people, db, ownModel }) => {
  const { tenantId, join } = await people.createInstitute()
  const { url } = await ownModel({ tps: 0, tokens: 20 })
  const page = await visit({ as: await join('A'), language })
  const operated = { page, t, hands: mouse }
  await page.goto('/settings/model')
  await connectServer(operated, { name: 'Laboratory', address: url, key: 'sk-canary-0123456789x9Q2' })
  const { id: endpointId } = await db.modelEndpoint.findFirstOrThrow({ where: { tenantId, name: 'Laboratory' } })
  await createModel(db, { tenantId, endpointId, name: 'Broken', upstreamName: 'demo:status=401' })

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
  await expect(page.locator('body')).not.toContainText('canary')

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

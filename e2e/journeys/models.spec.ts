// Model servers that administrators connect.
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat } from '@heddle/db/factories/chat'
import { createDemoModel } from '@heddle/demo-model/server'
import { createChatScreen } from '../support/chat.ts'
import { expect, test } from '../support/fixtures.ts'
import { findDialog, press } from '../support/forms.ts'
import { createTexts } from '../support/texts.ts'

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

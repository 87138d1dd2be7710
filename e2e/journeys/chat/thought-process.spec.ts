// What a reader sees of the workflow behind a reply: its steps, the wait for a model, and which model and version answered.
import { randomUUID } from 'node:crypto'
import { xsrfCookie, xsrfHeader } from '@heddle/contracts/system/system'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat } from '@heddle/db/factories/chat'
import { createModel, createModelEndpoint } from '@heddle/db/factories/model'
import { createChatScreen, createDirective } from '../../support/pages/chat.ts'
import { aboutCloth, cloth, createClothDesk, startClothServer } from '../../support/pages/cloth-desk.ts'
import { expect, screenshot, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

test('a reply of several nodes waits for its model and shows what it did', async ({ visit, people, db, product, ownModel }) => {
  const language = 'th' as const
  const t = createTexts(language)
  await using server = await startClothServer()
  const weaver = await ownModel({ tps: 60 })
  const { tenantId, join } = await people.createInstitute()
  const [member, other] = [await join('U'), await join('U')]
  const endpoint = await createModelEndpoint(db, { tenantId, baseUrl: weaver.url, maxConcurrent: 1 })
  const model = await createModel(db, { tenantId, endpointId: endpoint.id, name: 'Weaver', upstreamName: 'demo' })
  const { id: workflowId } = await createClothDesk(db, tenantId, server.host)
  const expert = await createAssistant(db, { tenantId, workflowId, isPublic: true, name: { default: 'Loom adviser' } })
  const chatOf = { assistantId: expert.id, modelId: model.id, responseLanguage: language }

  // Another has the only slot of the model.
  const { id: busyId } = await createChat(db, { ownerId: other.id, ...chatOf })
  const { accessToken } = await people.signIn(other)
  const callBusy = (path: string, body?: object) =>
    fetch(`${product.origin}/api/v1/chat/${busyId}/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        cookie: `${xsrfCookie}=busy`,
        [xsrfHeader]: 'busy',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  const content = `What is a loom? ${createDirective('endless')}`
  expect((await callBusy('message_stream', { content, client_message_id: randomUUID(), version: 0 })).ok).toBe(true)
  await expect.poll(() => weaver.requests.length, 'calls that have the only slot').toBe(1)

  const page = await visit({ as: member, language })
  await page.goto(`/chat/${(await createChat(db, { ownerId: member.id, ...chatOf })).id}`)
  const chat = createChatScreen(page, t)
  const show = chat.reply.getByRole('button', { name: t('chat.thought.show') })
  await chat.ask(aboutCloth)
  await expect(show).toHaveText(t('chat.thought.waitingNext'))
  await expect(show).toHaveAccessibleDescription(t('chat.thought.waitingNext'))
  await screenshot(page, 'waiting')
  await callBusy('stop_generation')
  await chat.expectDone()
  await expect(chat.text).toContainText(cloth)

  await expect(show).toHaveAttribute('aria-expanded', 'false')
  await expect(chat.reply.getByRole('listitem')).toHaveCount(0)
  await expect(chat.reply).toContainText('Weaver')
  await screenshot(page, 'reply')
  await show.click()
  const names = (['start', 'classifier', 'http_request', 'llm', 'answer'] as const).map((type) => t(`chat.thought.node.${type}`))
  await expect(chat.reply.getByRole('list').first().getByRole('listitem')).toContainText(names)
  expect(await page.content()).not.toContain('canary')
  await screenshot(page, 'thought-process')
})

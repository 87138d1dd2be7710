// An expert is deleted, loses its workflow's versions or gets another one, while its chats are there.
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat } from '@heddle/db/factories/chat'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { createChatScreen, createDirective } from '../../support/pages/chat.ts'
import { expect, screenshot, test } from '../../support/fixtures.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')
const language = 'en'
const question = `What is a heddle? ${createDirective('echo')}`

const createGraph = (words: string) => ({
  nodes: [
    { id: 'start', title: 'Question', type: 'start' },
    { id: 'answer', title: 'Reply', type: 'answer', config: { text: `${words}: {{start.question}}` } },
  ],
  edges: [{ source: 'start', target: 'answer' }],
})

test('an open chat is answered by the new version of its expert, and says when the expert has none or is gone', async ({
  visit,
  people,
  db,
  problems,
}) => {
  problems.expect(/409/)
  const { tenantId, join } = await people.createInstitute()
  const member = await join('U')
  const workflow = await createWorkflow(db, { tenantId, draft: createGraph('The first workflow') })
  const expert = await createAssistant(db, { tenantId, workflowId: workflow.id, isPublic: true, name: { default: 'Loom adviser' } })
  const { id } = await createChat(db, { ownerId: member.id, assistantId: expert.id, responseLanguage: language })
  const page = await visit({ as: member, language })
  await page.goto(`/chat/${id}`)
  const chat = createChatScreen(page, t)
  await chat.ask(question)
  await chat.expectDone()
  await expect(chat.text).toContainText('The first workflow: What is a heddle?')

  await test.step('its workflow has a new version', async () => {
    await db.workflowVersion.create({ data: { workflowId: workflow.id, number: 2, graph: createGraph('The second workflow') } })
    await chat.ask(question)
    await chat.expectDone(2)
    await expect(chat.text).toContainText('The second workflow: What is a heddle?')
    await expect(chat.replies.first()).toContainText('The first workflow')
  })

  await test.step('its workflow has no published version', async () => {
    await db.workflowVersion.deleteMany({ where: { workflowId: workflow.id } })
    await chat.ask('And a reed?')
    await expect(page.getByText(t('errors.code.CHAT_CONFIG_MISSING'))).toBeVisible()
    await expect(chat.composer).toHaveValue('And a reed?')
    await expect(chat.replies).toHaveCount(2)
    await screenshot(page, 'unpublished-expert')
  })

  await test.step('it is deleted, which the open chat says with the next question', async () => {
    await db.assistant.delete({ where: { id: expert.id } })
    await chat.composer.press('Enter')
    await expect(page.getByText(t('chat.header.noAssistant')).first()).toBeVisible()
    await expect(chat.composer).toHaveValue('And a reed?')
    await screenshot(page, 'deleted-expert-open')
    await page.reload()
    await expect(chat.text).toContainText('The second workflow: What is a heddle?')
    await expect(page.getByRole('banner').getByText(t('chat.header.noAssistant'))).toBeVisible()
    await expect(chat.composer).toHaveValue('And a reed?')
    await chat.composer.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: t('chat.header.noAssistant') })).toBeVisible()
    await screenshot(page, 'deleted-expert')
  })
})

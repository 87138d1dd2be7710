// An expert is deleted, loses its workflow's versions or gets another one, while its chats are there.
import type { PrismaClient } from '@heddle/db/client'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat } from '@heddle/db/factories/chat'
import { createWorkflow } from '@heddle/db/factories/workflow'
import type { Page } from '@playwright/test'
import { createChatScreen, createDirective } from '../../support/pages/chat.ts'
import { expect, screenshot, test, type Visit } from '../../support/fixtures.ts'
import type { People } from '../../support/people.ts'
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

/** Opens a chat whose expert has answered once. */
async function openAnswered(db: PrismaClient, people: People, visit: (visit: Visit) => Promise<Page>) {
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
  return { page, chat, chatId: id, workflow, expert }
}

test('the chat of a deleted expert stays readable, and says that the expert is gone', async ({ visit, people, db, problems }) => {
  problems.expect(/409/)
  const { page, chat, expert } = await openAnswered(db, people, visit)
  await db.assistant.delete({ where: { id: expert.id } })

  await test.step('in the open chat, the question goes back to the composer', async () => {
    await chat.ask('And a reed?')
    await expect(page.getByText(t('chat.header.noAssistant')).first()).toBeVisible()
    await expect(chat.composer).toHaveValue('And a reed?')
    await screenshot(page, 'deleted-expert-open')
  })
  await test.step('after a reload', async () => {
    await page.reload()
    await expect(chat.text).toContainText('The first workflow: What is a heddle?')
    await expect(page.getByRole('banner').getByText(t('chat.header.noAssistant'))).toBeVisible()
    await expect(chat.composer).toHaveValue('And a reed?')
    await chat.composer.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: t('chat.header.noAssistant') })).toBeVisible()
    await screenshot(page, 'deleted-expert')
  })
})

test('the chat of an expert whose workflow has no published version stays readable', async ({ visit, people, db, problems }) => {
  problems.expect(/409/)
  const { page, chat, workflow } = await openAnswered(db, people, visit)
  await db.workflowVersion.deleteMany({ where: { workflowId: workflow.id } })
  await page.reload()
  await expect(chat.text).toContainText('The first workflow: What is a heddle?')
  await chat.ask('And a reed?')
  await expect(page.getByText(t('errors.code.CHAT_CONFIG_MISSING'))).toBeVisible()
  await expect(chat.composer).toHaveValue('And a reed?')
  await expect(chat.replies).toHaveCount(1)
  await screenshot(page, 'unpublished-expert')
})

test('an expert whose workflow changed answers with the new version in an open chat', async ({ visit, people, db }) => {
  const { page, chat, workflow } = await openAnswered(db, people, visit)
  await db.workflowVersion.create({ data: { workflowId: workflow.id, number: 2, graph: createGraph('The second workflow') } })
  await chat.ask(question)
  await chat.expectDone(2)
  await expect(chat.text).toContainText('The second workflow: What is a heddle?')
  await page.reload()
  await expect(chat.replies.first()).toContainText('The first workflow')
  await expect(chat.text).toContainText('The second workflow')
  await screenshot(page, 'changed-expert')
})

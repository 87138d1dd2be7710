// Feedback on a reply, as its user gives it and an administrator reads it over HTTP.
import type { Feedback, FeedbackDetail } from '@heddle/contracts/feedback/feedback'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat, createMessage } from '@heddle/db/factories/chat'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { expect } from 'vitest'
import type { Caller, TestApp } from '../application/test-app.ts'

type Response = Awaited<ReturnType<Caller['get']>>

export const readCode = (response: Response) => [response.statusCode, response.json<{ detail: { code: string } }>().detail.code]

export const buildFeedbackUrl = (chatId: string, messageId: string) => `/api/v1/chat/${chatId}/message/${messageId}/feedback`

/** A user with a chat of one question and its reply, and an administrator of the tenant. */
export async function arrangeFeedback(api: TestApp, { tenantId = '' } = {}) {
  const tenant = tenantId || (await createTenant(api.db)).id
  const owner = await api.as(await createUser(api.db, { tenantId: tenant, name: { default: 'Ada' } }))
  const admin = await api.as(await createUser(api.db, { tenantId: tenant, role: 'A' }))
  const assistant = await createAssistant(api.db, { tenantId: tenant, isPublic: true, name: { default: 'Weaver', ja: '織' } })
  const chat = await createChat(api.db, { ownerId: owner.user.id, assistantId: assistant.id })
  const question = await createMessage(api.db, { chatId: chat.id, content: 'How strong is hemp?' })
  const reply = await createMessage(api.db, { chatId: chat.id, role: 'assistant', content: 'Very.', modelName: 'demo', reasoning: 'Hmm.' })
  const give = (body: object, messageId = reply.id) =>
    owner.post(buildFeedbackUrl(chat.id, messageId), { message_index: 1, rating: 'bad', ...body })
  return { tenantId: tenant, owner, admin, assistant, chat, question, reply, give }
}

export async function queryFeedback(admin: Caller, body: object = {}) {
  const response = await admin.post('/api/v1/feedback/query', body)
  expect(response.statusCode).toBe(200)
  return response.json<{ feedback: Feedback[]; next_page_token?: string }>()
}

/** Of the tenant's only feedback. */
export async function findOnlyId(admin: Caller) {
  const { feedback } = await queryFeedback(admin)
  expect(feedback).toHaveLength(1)
  return feedback[0]?.id ?? ''
}

export const findDetail = async (admin: Caller, id: string) =>
  (await admin.get(`/api/v1/feedback/${id}`)).json<{ feedback: FeedbackDetail }>().feedback

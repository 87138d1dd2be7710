// What tests of chats begin with: the application listening, the demonstration model behind it, a user with an assistant.
import { createClient } from '@heddle/db/client'
import { createPool } from '@heddle/db/connection'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createGroup } from '@heddle/db/factories/group'
import { createModel } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createDemoModel } from '@heddle/demo-model/server'
import { randomUUID } from 'node:crypto'
import type { App } from '../../src/platform/http/app-instance.ts'
import { buildApp } from '../../src/app.ts'
import { createSeals } from '../../src/modules/message/seal/seal.ts'
import { watchErrors } from '../application/declared-errors.ts'
import { readReply } from './reply-reader.ts'
import { createTestApp, type TestAppOptions } from '../application/test-app.ts'

const listen = (app: App) => app.listen({ host: '127.0.0.1', port: 0 })

export type ChatApp = Awaited<ReturnType<typeof createChatApp>>

export async function createChatApp(options: Pick<TestAppOptions, 'through' | 'config' | 'log'> = {}) {
  const demo = await createDemoModel({ tps: 0 })
  const test = await createTestApp({ ...options, modelUrl: demo.url })
  const origin = await listen(test.app)
  const { db } = test
  const closers: (() => Promise<void>)[] = []

  /** Another process on the same database: its own connections, its own replies. */
  async function startSecondProcess({ drainMs = 0 } = {}) {
    const pool = createPool(test.dependencies.config.databaseUrl, 5)
    pool.on('error', () => {})
    const stopping = new AbortController()
    const app = await buildApp({ ...test.dependencies, pool, db: createClient(pool), stopping: stopping.signal, drainMs })
    const assertErrorsDeclared = watchErrors(app)
    let isClosed = false
    const close = async () => {
      if (isClosed) return
      isClosed = true
      stopping.abort(new Error('The process is stopping'))
      await app.close()
      await pool.end()
      assertErrorsDeclared()
    }
    closers.push(close)
    return { app, origin: await listen(app), beginStopping: () => stopping.abort(), close }
  }

  /** A signed-in user with an assistant of the group and a model; their tenant is new unless given. */
  async function createPerson({ tenantId, role = 'U' as const }: { tenantId?: string; role?: 'S' | 'A' | 'U' } = {}) {
    const tenant = tenantId ?? (await createTenant(db)).id
    const user = await createUser(db, { tenantId: tenant, role, language: 'en' })
    return { ...(await test.as(user)), tenantId: tenant }
  }
  type Person = Awaited<ReturnType<typeof createPerson>>

  async function createScene({ workflowId }: { workflowId?: string } = {}) {
    const person = await createPerson()
    const { tenantId } = person
    const group = await createGroup(db, { tenantId })
    const assistant = await createAssistant(db, { tenantId, groupId: group.id, isPublic: true, ...(workflowId && { workflowId }) })
    const model =
      (await db.model.findFirst({ where: { tenantId } })) ?? (await createModel(db, { tenantId, name: 'gpt-4o', isDefault: true }))
    return { person, tenantId, assistant, model, chat: await startChat(person, assistant.id) }
  }

  async function startChat(person: Person, assistantId: string) {
    const response = await person.post('/api/v1/chat', { chat: { assistant_id: assistantId } })
    if (response.statusCode !== 200) throw new Error(`The chat was not created: ${response.body}`)
    return response.json<{ chat: { id: string; version: number } }>().chat
  }

  const streamUrl = (chatId: string, at = origin) => `${at}/api/v1/chat/${chatId}/message_stream`

  const messageUrl = (chatId: string, messageId: string) => `${origin}/api/v1/chat/${chatId}/message/${messageId}`
  const submission = ({ version }: { version: number }, body: object) => ({ client_message_id: randomUUID(), version, ...body })

  return {
    ...test,
    /** By which the tests read what a process reads. */
    messageStore: { db: test.dependencies.pool, seals: createSeals(test.dependencies.keys.temporaryChats) },
    demo,
    origin,
    startSecondProcess,
    createPerson,
    createScene,
    startChat,

    /** `fault` is a directive of the demonstration model, as in `drop=10,tps=50`. */
    send(
      person: Pick<Person, 'headers'>,
      chat: { id: string; version: number },
      { fault = '', at = origin, ...body }: { fault?: string; at?: string; [key: string]: unknown } = {},
    ) {
      const content = fault ? `What is a loom? [[demo:${fault}]]` : 'What is a loom?'
      return readReply(streamUrl(chat.id, at), person.headers, { content, client_message_id: randomUUID(), version: chat.version, ...body })
    },

    /** Asks at a message that is there: `chat.version` is what the person has seen. */
    edit: (
      person: Pick<Person, 'headers'>,
      chat: { id: string; version: number },
      messageId: string,
      body: { content: string; [key: string]: unknown },
    ) => readReply(messageUrl(chat.id, messageId), person.headers, submission(chat, body), 'PUT'),
    regenerate: (person: Pick<Person, 'headers'>, chat: { id: string; version: number }, messageId: string, body: object = {}) =>
      readReply(`${messageUrl(chat.id, messageId)}/regenerate`, person.headers, submission(chat, body)),
    continue: (person: Pick<Person, 'headers'>, chat: { id: string; version: number }, messageId: string, body: object = {}) =>
      readReply(`${messageUrl(chat.id, messageId)}/continue`, person.headers, submission(chat, body)),

    rejoin: (person: Pick<Person, 'headers'>, chatId: string, at = origin) => readReply(streamUrl(chatId, at), person.headers),

    /** The model calls whose question has this fault or text in it. */
    callsOf: (part: string) =>
      demo.requests.filter(({ path, body }) => path === '/v1/chat/completions' && JSON.stringify(body).includes(part)),

    async close() {
      for (const close of closers) await close()
      await test.close()
      await demo.close()
    },
  }
}

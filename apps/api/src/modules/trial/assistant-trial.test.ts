import { uploadTestFiles } from '@heddle/contracts/chat/chat-file'
import type { RunDoneEvent } from '@heddle/contracts/trial/workflow-run'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createModel } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createWorkflow, graphWithoutFiles, plainChatGraph } from '@heddle/db/factories/workflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'
import { createForm } from '../../../test/files/form.ts'
import { deleteOldTestFiles } from '../chat/file/file.sql.ts'
import { readRun } from '../../../test/chat/reply-reader.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

let number = 0

/** A member who has made an assistant; `ask` sends a question that no other has. */
async function arrange(workflowOverrides: object = {}) {
  const { id: tenantId } = await createTenant(app.db)
  await createModel(app.db, { tenantId, name: 'gpt-4o', isDefault: true })
  const person = await app.createPerson({ tenantId })
  const { id: groupId } = await createGroup(app.db, { tenantId })
  await createMembership(app.db, { groupId, userId: person.user.id })
  const workflow = await createWorkflow(app.db, { tenantId, draft: plainChatGraph('Published.'), ...workflowOverrides })
  await app.db.workflow.update({ where: { id: workflow.id }, data: { draft: plainChatGraph('Draft.') } })
  const saved = { tenantId, groupId, workflowId: workflow.id, createdById: person.user.id, userPrompt: 'Speak of hemp.' }
  const assistant = await createAssistant(app.db, saved)
  async function ask(given: object, body: object = {}) {
    number += 1
    const question = `What is loom ${number}a?`
    const stream = await readRun(`${app.origin}/api/v1/assistant/try`, person.headers, {
      assistant: given,
      question,
      response_language: 'en',
      ...body,
    })
    return { ...stream, sent: () => JSON.stringify(app.callsOf(question)[0]?.body) }
  }
  return { tenantId, person, workflow, assistant, ask, usage: () => app.db.usageEvent.findMany({ where: { tenantId } }) }
}

const readEnd = ({ outcome, error }: RunDoneEvent) => ({ outcome, code: error?.code ?? null })

describe('trying an assistant', () => {
  test('answers by the published workflow with the saved instructions, and leaves its usage and nothing else', async () => {
    const { ask, assistant, tenantId, usage, workflow, person } = await arrange()
    const trial = await ask({ id: assistant.id })
    expect(readEnd(await trial.done())).toEqual({ outcome: 'completed', code: null })
    expect(trial.sent()).toContain('Published.')
    expect(trial.sent()).not.toContain('Draft.')
    expect(trial.sent()).toContain('Speak of hemp.')
    expect(trial.events.filter(({ type }) => type === 'node')).toEqual([])
    expect(await usage()).toMatchObject([
      { flow: 'test', assistantId: assistant.id, workflowVersionId: workflow.versions[0]?.id, chatId: null, userId: person.user.id },
    ])
    expect(await app.db.chat.count({ where: { tenantId } })).toBe(0)
    expect(await app.db.workflowRun.count({ where: { workflow: { tenantId } } })).toBe(0)
  })

  test('tells the audit log by whom, for which workflow and to which host a secret was sent, and not the secret', async () => {
    const host = new URL(app.demo.url).host
    const config = { method: 'GET', url: `http://${host}/v1/models`, headers: [], body: null, body_type: 'json' }
    const draft = {
      nodes: [
        { id: 'start', type: 'start', title: 'Start' },
        { id: 'http', type: 'http_request', title: 'Models', config },
        { id: 'answer', type: 'answer', title: 'Answer', config: { text: '{{http.body}}' } },
      ],
      edges: [
        { source: 'start', target: 'http' },
        { source: 'http', target: 'answer' },
      ],
    }
    const { ask, assistant, tenantId, person, workflow } = await arrange({ draft })
    const operator = await app.createPerson({ tenantId, role: 'S' })
    const allowed = { host, allows_private: true, secret_header: { name: 'x-key', value: 'canary-of-a-host' } }
    await operator.post(`/api/v1/tenant/${tenantId}/allowed_host`, { allowed_host: allowed })
    expect((await (await ask({ id: assistant.id })).done()).outcome).toBe('completed')
    const told = await app.db.auditEvent.findMany({ where: { tenantId, action: 'tryAssistant' } })
    expect(told).toMatchObject([{ actorId: person.user.id, targetId: workflow.id, after: { host, secret_header: 'x-key' } }])
    expect(JSON.stringify(told)).not.toContain('canary')
  })

  test('reads files that were uploaded for it, and no one else can use or keep them', async () => {
    const { ask, assistant, tenantId, person } = await arrange({ draft: graphWithoutFiles() })
    const upload = async (as: Pick<typeof person, 'headers'>) => {
      const { headers, payload } = createForm([{ name: 'hemp.txt', content: 'Hemp is strong.' }])
      const url = `${app.origin}/api/v1/test_file`
      const response = await fetch(url, { method: 'POST', headers: { ...as.headers, ...headers }, body: new Uint8Array(payload) })
      const { results } = uploadTestFiles.schema.response[200].parse(await response.json())
      return results.flatMap((result) => (result.state === 'ready' ? [result.id] : []))
    }
    const own = await upload(person)
    const trial = await ask({ id: assistant.id }, { file_ids: own })
    expect(readEnd(await trial.done())).toEqual({ outcome: 'completed', code: null })
    expect(trial.sent()).toContain('Hemp is strong.')
    expect(await app.db.chatFile.findMany({ where: { ownerId: person.user.id } })).toMatchObject([{ id: own[0], chatId: null }])

    const admin = await app.createPerson({ tenantId, role: 'A' })
    const others = await upload(admin)
    expect((await ask({ id: assistant.id }, { file_ids: others })).error).toMatchObject({ code: 'FILE_NOT_FOUND' })

    await app.db.chatFile.updateMany({ where: { id: own[0] ?? '' }, data: { createdAt: new Date(Date.now() - 25 * 60 * 60 * 1000) } })
    await deleteOldTestFiles(app.dependencies.pool)
    expect(await app.db.chatFile.findMany({ where: { id: { in: [...own, ...others] } } })).toMatchObject([{ id: others[0] }])
  })

  test('takes unsaved instructions, of one that is saved and of one that is not', async () => {
    const { ask, assistant, workflow } = await arrange()
    const saved = await ask({ id: assistant.id, user_prompt: 'Speak of flax.' })
    await saved.done()
    expect(saved.sent()).toContain('Speak of flax.')
    expect(saved.sent()).not.toContain('Speak of hemp.')
    const unsaved = await ask({ workflow_id: workflow.id, user_prompt: 'Speak of wool.' })
    await unsaved.done()
    expect(unsaved.sent()).toContain('Speak of wool.')
  })

  test('ignores instructions that the workflow does not allow', async () => {
    const { ask, assistant } = await arrange({ allowUserPrompt: false })
    const trial = await ask({ id: assistant.id, user_prompt: 'Speak of flax.' })
    await trial.done()
    expect(trial.sent()).not.toMatch(/hemp|flax/)
  })

  test('refuses a workflow that is not published, an assistant of another and an unknown model', async () => {
    const { ask, assistant, workflow } = await arrange()
    const other = await arrange()
    expect((await ask({ id: other.assistant.id })).error).toMatchObject({ code: 'ASSISTANT_NOT_FOUND' })
    expect((await ask({ id: assistant.id }, { model: { name: 'none' } })).error).toMatchObject({ code: 'CHAT_INVALID_MODEL_OBJECT' })
    await app.db.workflowVersion.deleteMany({ where: { workflowId: workflow.id } })
    expect((await ask({ workflow_id: workflow.id })).error).toMatchObject({ code: 'ASSISTANT_CONFIG_INVALID' })
    expect((await ask({ id: assistant.id })).error).toMatchObject({ code: 'CHAT_CONFIG_MISSING' })
  })

  test('reads files of the caller, and none of others', async () => {
    const { ask, assistant, person } = await arrange()
    const chat = await app.startChat(person, assistant.id)
    const file = await app.db.chatFile.create({
      data: {
        chatId: chat.id,
        name: 'looms.txt',
        mediaType: 'text/plain',
        sizeBytes: 9,
        storageKey: `key-${chat.id}`,
        pageCount: 1,
        tokenCount: 9,
        pages: { create: { number: 1, text: 'A heddle guides the warp.' } },
      },
    })
    const trial = await ask({ id: assistant.id }, { file_ids: [file.id] })
    await trial.done()
    expect(trial.sent()).toContain('A heddle guides the warp.')
    const other = await arrange()
    expect((await other.ask({ id: other.assistant.id }, { file_ids: [file.id] })).error).toMatchObject({ code: 'FILE_NOT_FOUND' })
  })

  test('ends when the user may no longer use the assistant', async () => {
    const { ask, assistant, person } = await arrange()
    const stream = await ask({ id: assistant.id }, { question: 'Why? [[demo:endless,tps=81]]' })
    await stream.hasText()
    await app.db.membership.deleteMany({ where: { userId: person.user.id } })
    expect(readEnd(await stream.done())).toEqual({ outcome: 'stopped', code: 'FORBIDDEN' })
  })
})

// A workflow whose model answers about looms, and another server about cloth.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PrismaClient } from '@heddle/db/client'
import { createAllowedHost } from '@heddle/db/factories/allowed-host'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { createDirective } from './chat.ts'

/** What the server answers. */
export const cloth = 'Cloth 7: 40 picks per cm.'

/** The model echoes a question, whose number is the category. */
export const aboutLooms = `What is number 1, a loom? ${createDirective('echo')}`
export const aboutCloth = `Which cloth is number 2? ${createDirective('echo')}`

/** Starts a server that a workflow calls. */
export async function startClothServer() {
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(request.url ?? '')
    response.end(cloth)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Returns the graph of the workflow; its prompts and its header are canaries. */
export const createClothGraph = (host: string) => ({
  nodes: [
    { id: 'start', title: 'Question', type: 'start' },
    {
      id: 'topic',
      title: 'Topic',
      type: 'classifier',
      config: {
        model: null,
        question: '{{start.question}}',
        instructions: 'canary-of-the-instructions',
        history_messages: 0,
        categories: [
          { id: 'looms', name: 'Looms', description: '' },
          { id: 'cloth', name: 'Cloth', description: '' },
        ],
      },
    },
    {
      id: 'adviser',
      title: 'Adviser',
      type: 'llm',
      config: { model: null, prompt: 'canary-of-the-prompt', question: '{{start.question}}', temperature: null, history_messages: 5 },
    },
    { id: 'about_looms', title: 'About looms', type: 'answer', config: { text: '{{adviser.text}}' } },
    {
      id: 'cloth_list',
      title: 'Cloth list',
      type: 'http_request',
      config: {
        method: 'GET',
        url: `http://${host}/cloth?question={{start.question}}`,
        headers: [{ name: 'X-Key', value: 'canary-of-a-header' }],
        body: null,
        body_type: 'json',
      },
    },
    {
      id: 'reader',
      title: 'Reader',
      type: 'llm',
      config: {
        model: null,
        prompt: 'canary-of-the-prompt {{cloth_list.body}}',
        question: '{{start.question}}',
        temperature: null,
        history_messages: 5,
      },
    },
    { id: 'about_cloth', title: 'About cloth', type: 'answer', config: { text: '{{cloth_list.body}} {{reader.text}}' } },
  ],
  edges: [
    { source: 'start', target: 'topic' },
    { source: 'topic', source_handle: 'looms', target: 'adviser' },
    { source: 'topic', source_handle: 'other', target: 'adviser' },
    { source: 'topic', source_handle: 'cloth', target: 'cloth_list' },
    { source: 'adviser', target: 'about_looms' },
    { source: 'cloth_list', target: 'reader' },
    { source: 'reader', target: 'about_cloth' },
  ],
})

/** Inserts the workflow, published, and the permission to call its server. */
export async function createClothDesk(db: PrismaClient, tenantId: string, host: string) {
  await createAllowedHost(db, { tenantId, host, allowsPrivate: true })
  return createWorkflow(db, { tenantId, name: { default: 'Loom desk' }, draft: createClothGraph(host) })
}

// An OpenAI-compatible model endpoint for trials and tests of the platform. See switches.ts for how to make it fail.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { createCompletions } from './completions.ts'
import { createEmbeddings } from './vectors/embeddings.ts'
import { createFailures } from './refusal/failures.ts'
import { createRecorder, type RecordedRequest } from './recorder.ts'
import { createRerank } from './vectors/rerank.ts'
import { sendError, sendJson } from './respond.ts'
import type { Switches } from './switches.ts'

export type DemoModelOptions = Switches & { readonly host?: string; readonly port?: number }

export type DemoModel = {
  /** The base URL for clients, ending in `/v1`. */
  readonly url: string
  readonly port: number
  /** The last 1,000 requests to the model, the oldest first. */
  readonly requests: readonly RecordedRequest[]
  /** Stops listening and closes open connections. */
  readonly close: () => Promise<void>
}

const modelNames = ['gpt-4o', 'llama-3.3-nemotron-super-49B-v1', 'meta-llama3.3-70b-inst-32k', 'demo', 'demo-embedding', 'demo-rerank']
const maxBodyBytes = 16 * 1024 * 1024

/** Starts a demonstration model. Port 0, the default, chooses a free one; switches given here apply to every request. */
export async function createDemoModel({ host = '127.0.0.1', port = 0, ...defaults }: DemoModelOptions = {}): Promise<DemoModel> {
  const recorder = createRecorder()
  const failures = createFailures()
  const answerCompletion = createCompletions(defaults, failures)
  const answerEmbeddings = createEmbeddings(defaults, failures)
  const answerRerank = createRerank(defaults, failures)

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const path = request.url?.split('?', 1)[0] ?? ''
    const route = `${request.method} ${path}`
    if (route === 'GET /demo/requests') return sendJson(response, 200, { requests: recorder.requests })
    if (route === 'DELETE /demo/requests') {
      recorder.clear()
      return void response.writeHead(204).end()
    }
    const body = await readBody(request)
    const answering = recorder.record(request, path, body, response)
    if (route === 'GET /v1/models') return sendJson(response, 200, listOfModels)
    if (route === 'POST /v1/embeddings') return answerEmbeddings(response, body, request.headers)
    if (route === 'POST /v1/rerank' || route === 'POST /rerank') return answerRerank(response, body, request.headers)
    if (route === 'POST /v1/chat/completions') return answerCompletion(response, body, request.headers, answering)
    sendError(response, 404, `There is no ${route} here.`)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) return response.destroy()
      if (error instanceof z.ZodError) return sendError(response, 400, z.prettifyError(error))
      sendError(response, 500, String(error))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: boundPort } = server.address() as AddressInfo

  return {
    url: `http://${host}:${boundPort}/v1`,
    port: boundPort,
    requests: recorder.requests,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

const listOfModels = {
  object: 'list',
  data: modelNames.map((id) => ({ id, object: 'model', created: 1_760_000_000, owned_by: 'heddle-demonstration' })),
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBodyBytes) throw new Error('The request is too large.')
    parts.push(part)
  }
  if (size === 0) return null
  const text = Buffer.concat(parts).toString()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

// Asks each endpoint that the tenants have for its models, as an administrator does under Settings; no model is called.
import type { PrismaClient } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { AppError } from '../../platform/errors/app-error.ts'
import { listUpstreamModels } from '../../platform/inference/endpoint/upstream-models.ts'
import { describeError, type Finding, findingsOf } from './finding.ts'

type EndpointRow = Prisma.ModelEndpointGetPayload<{ include: { models: true } }>
type Access = { readonly baseUrl: string; readonly apiKey: string | undefined }
type ResolveAccess = (endpoint: EndpointRow) => Access

const { ok, note, wrong } = findingsOf('Models')

export async function checkModels(db: PrismaClient, resolveAccess: ResolveAccess): Promise<Finding[]> {
  const endpoints = await db.modelEndpoint.findMany({
    where: { enabled: true },
    include: { models: { where: { enabled: true } } },
    orderBy: { id: 'asc' },
  })
  if (endpoints.length === 0) return [note('No endpoint is known yet: start the API, which adds that of MODEL_BASE_URL.')]
  // Every tenant has the endpoint of the environment, which is called once.
  const calls = new Map<string, EndpointRow[]>()
  for (const endpoint of endpoints) {
    const key = endpoint.isFromEnvironment ? 'environment' : endpoint.id
    calls.set(key, [...(calls.get(key) ?? []), endpoint])
  }
  return Promise.all([...calls.values()].map((rows) => checkEndpoint(rows, resolveAccess)))
}

async function checkEndpoint(rows: readonly EndpointRow[], resolveAccess: ResolveAccess): Promise<Finding> {
  const [endpoint] = rows as [EndpointRow]
  const { baseUrl, apiKey } = resolveAccess(endpoint)
  const name = `${endpoint.name} (${baseUrl})`
  const source = endpoint.isFromEnvironment ? 'in the environment' : 'under Settings, Models'
  if (!endpoint.isFromEnvironment && endpoint.keyCiphertext !== null && apiKey === undefined)
    return wrong(`The key of ${name} was encrypted with another SECRET_KEY: enter it again ${source}.`)
  try {
    const listed = new Set((await listUpstreamModels({ baseUrl, apiKey, kind: endpoint.kind })).map(({ upstreamName }) => upstreamName))
    const offered = new Set(rows.flatMap(({ models }) => models.map(({ upstreamName }) => upstreamName)))
    const missing = [...offered].filter((model) => !listed.has(model))
    if (missing.length === 0) return ok(`${name} answers.`)
    return note(`${name} answers, and does not list ${missing.join(', ')}: test these models under Settings, Models.`)
  } catch (error) {
    return wrong(explainFailure(error, name, source))
  }
}

function explainFailure(error: unknown, name: string, source: string): string {
  if (!(error instanceof AppError)) throw error
  if (error.code === 'CHAT_AUTH_KEY_MISSING') return `${name} refuses the key: correct it ${source}.`
  if (error.code === 'MODEL_REFUSED') return `${name} does not list models: correct the address ${source}, which ends in /v1.`
  return `${name} does not answer (${describeError(error.cause)}): start it, or correct its address ${source}.`
}

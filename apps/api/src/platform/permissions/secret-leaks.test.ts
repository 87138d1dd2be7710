// No answer has a secret in it: every secret column and every text that is not the actor's has a canary, and each route that reads is
// called about each thing there is, by an administrator, and by a member and the owner of a group about each of its kinds (issue 13,
// must-show 3).
import type { Policy } from '@heddle/contracts/endpoint'
import { type EndpointName, endpoints } from '@heddle/contracts/endpoint-list'
import { Permission, rolesWith } from '@heddle/contracts/permissions'
import { createDemoModel, type DemoModel } from '@heddle/demo-model/server'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, createTestApp, type TestApp } from '../../../test/application/test-app.ts'
import { type ActorName, actorNames } from '../../../test/canaries/canary-scene.ts'
import { type CanaryWorld, createCanaryWorld } from '../../../test/canaries/canary-world.ts'
import { bodyOf, urlOf } from '../../../test/matrix/requests.ts'

type Canary = { readonly name: string; readonly value: string; readonly readers: readonly ActorName[] }

let demo: DemoModel
let api: TestApp
let world: CanaryWorld
const canaries: Canary[] = []

/** Returns a text that only the readers may see. */
function plant(name: string, readers: readonly ActorName[] = [], value = `canary-${randomUUID()}`) {
  canaries.push({ name, value, readers })
  return value
}

beforeAll(async () => {
  demo = await createDemoModel({ tps: 0, tokens: 5 })
  const model = { baseUrl: demo.url, apiKey: plant('key of the environment'), names: undefined, contextTokens: 16_384, readsImages: [] }
  api = await createTestApp({ config: { model } })
  world = await createCanaryWorld({ api, demoUrl: demo.url, plant })
})
afterAll(async () => {
  await api.close()
  await demo.close()
})

type Response = Awaited<ReturnType<TestApp['app']['inject']>>

/** Returns the names of the canaries in a response that the actor may not see. */
function findLeaks(actor: ActorName, { body, headers }: Pick<Response, 'body' | 'headers'>) {
  const text = `${body}\n${JSON.stringify(headers)}`
  return canaries.filter(({ value, readers }) => !readers.includes(actor) && text.includes(value)).map(({ name }) => name)
}

const routes = Object.entries(endpoints).flatMap(([name, { method }]) =>
  method === 'GET' || /^(find|query|search|summarize|export)/.test(name) ? [name as EndpointName] : [],
)

type Kind = keyof CanaryWorld['things']

/** The addresses of a route about every thing of the kinds, and of what has none. */
function listTargets(route: EndpointName, isAsked: (kind: Kind) => boolean): { kind?: Kind; ids: { id: string } }[] {
  const parts = Object.fromEntries(world.parts.map(({ name }) => [name, `:${name}`]))
  const isNamed = (name: string) => urlOf(route, { id: ':id', about: 'id', ...parts }).includes(`:${name}`)
  if (isNamed('messageId') && isNamed('sourceId')) return world.citations.map((ids) => ({ ids }))
  if (endpoints[route].url.startsWith('/api/v1/chat/folder/:id')) return world.folders.map((ids) => ({ ids }))
  const part = world.parts.find(({ name }) => isNamed(name))
  if (part) return part.wholes.flatMap(({ id }) => part.ids.map((other) => ({ ids: { id, [part.name]: other } })))
  if (!isNamed('id')) return [{ ids: { id: randomUUID() } }]
  const kinds = (Object.keys(world.things) as Kind[]).filter(isAsked)
  return kinds.flatMap((kind) => world.things[kind].map(({ id }) => ({ kind, ids: { id } })))
}

async function read(actor: Caller, route: EndpointName, ids: { id: string }) {
  const target = { ...ids, about: 'id' as const }
  const payload = await bodyOf(route, { db: api.db, thing: '', target })
  return api.app.inject({ method: endpoints[route].method, url: urlOf(route, target), headers: actor.headers, ...(payload && { payload }) })
}

/** Calls each route about every thing of the kinds; returns what leaked, and the routes that answered with the kinds that they found. */
async function sweep(name: ActorName, isAsked: (route: EndpointName, kind: Kind) => boolean) {
  const leaks = new Set<string>()
  const answered = new Set<EndpointName>()
  const found = new Set<string>()
  for (const route of routes)
    for (const { kind, ids } of listTargets(route, (one) => isAsked(route, one))) {
      const response = await read(world.actors[name], route, ids)
      if (response.statusCode === 200) answered.add(route)
      if (response.statusCode !== 404) found.add(`${route} ${kind}`)
      for (const leak of findLeaks(name, response)) leaks.add(`${route} tells ${name} the ${leak}`)
    }
  return { leaks, answered, found }
}

let ofAdmin: ReturnType<typeof sweep> | undefined

/** Asks every route about everything as the administrator, once; as the others about the kinds of which the route found one. */
async function sweepAs(name: ActorName) {
  ofAdmin ??= sweep('admin', () => true)
  const { found } = await ofAdmin
  return name === 'admin' ? ofAdmin : sweep(name, (route, kind) => found.has(`${route} ${kind}`))
}

/** Whether no address of the route answers the actor. */
function isForOthers(route: EndpointName, { name, user }: (typeof world.actors)[ActorName]) {
  const { policy } = endpoints[route].config
  // Only owners look for new members.
  if (route === 'findGroupCandidate') return name === 'member'
  return isPermission(policy) && !rolesWith[policy].includes(user.role)
}

const isPermission = (policy: Policy): policy is Permission => Permission.safeParse(policy).success

test('every column whose name says that it is secret has a canary, or says why not', async () => {
  const columns = await api.db.$queryRaw<{ name: string }[]>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name ~ '(cipher|secret|password|base_url|header_value|prompt|graph|draft|outcomes|trace)'`
  const flags = [
    'dataset.draft_version',
    'eval_run.graph_hash',
    'prompt_use.prompt_id',
    'prompt_version.prompt_id',
    'user.must_change_password',
    'workflow.allow_user_prompt',
    'workflow.draft_hash',
    'workflow_version.graph_hash',
  ]
  const withoutReader = ['running_reply.node_outcomes', 'running_reply.prompts', 'temporary_chat_key.ciphertext']
  const planted = [
    'allowed_host.header_value',
    'assistant.user_prompt',
    'eval_run.graph',
    'message.node_outcomes',
    'model_endpoint.base_url',
    'model_endpoint.key_ciphertext',
    'auth_challenge.password_digest',
    'auth_challenge.secret_ciphertext',
    'auth_challenge.secret_key_id',
    'second_factor.secret_ciphertext',
    'second_factor.secret_key_id',
    'user.password_hash',
    'workflow.draft',
    'workflow_run.trace',
    'workflow_version.graph',
  ]
  expect(columns.map(({ name }) => name).toSorted()).toEqual([...flags, ...withoutReader, ...planted].toSorted())
})

// The administrator first, whose calls take longest.
describe.each(actorNames.toReversed())('what %s reads', (name) => {
  test('has no secret in it, whatever it is about', async () => {
    const { leaks, answered } = await sweepAs(name)
    expect([...leaks]).toEqual([])
    expect(routes.filter((route) => !answered.has(route))).toEqual(routes.filter((route) => isForOthers(route, world.actors[name])))
  })

  test.each(['', 'echo', 'status=400', 'status=401', 'drop=2', 'error_event=1', 'context=1'])(
    'as a reply has no secret in it, with %j',
    async (fault) => {
      await expectQuietReply(name, { content: `What is a loom? [[demo:${fault}]]` })
    },
  )

  test('as a reply that cites a collection has nothing of those for others', async () => {
    const stream = await expectQuietReply(name, { content: 'Cotton heddles? [[demo:tokens=200]]' }, world.searching.id)
    expect(stream).toContain('Cotton is a fiber.')
    // Not even an administrator, who may read it where it is managed.
    expect(canaries.filter((canary) => stream.includes(canary.value))).toEqual([])
  })

  test('as a reply has nothing of approved answers for others, in their very words', async () => {
    const stream = await expectQuietReply(name, { content: world.answering.question }, world.answering.id)
    expect(stream).toContain('Model: ')
    expect(canaries.filter((canary) => stream.includes(canary.value))).toEqual([])
  })

  test('as a reply of an endpoint that is not reached has no secret in it', async () => {
    expect(await expectQuietReply(name, { content: 'What is a loom?', model: { name: 'remote' } })).toContain('MODEL_UNAVAILABLE')
  })
})

/** Returns the stream of a reply in a new chat. */
async function expectQuietReply(name: ActorName, body: object, assistantId = world.assistant.id) {
  const actor = world.actors[name]
  const { chat } = (await actor.post('/api/v1/chat', { chat: { assistant_id: assistantId } })).json<{ chat: { id: string } }>()
  const response = await actor.post(`/api/v1/chat/${chat.id}/message_stream`, { ...body, client_message_id: randomUUID(), version: 0 })
  expect(response.body).toContain('event: done')
  const again = [await actor.get(`/api/v1/chat/${chat.id}/message_stream`), await actor.get(`/api/v1/chat/${chat.id}`)]
  expect([response, ...again].flatMap((each) => findLeaks(name, each))).toEqual([])
  return response.body
}

// The memory that the API retains after 10,000 calls of many kinds, and after 300 readers who stop reading in the middle of replies of
// the maximum length. It has to return to about the initial value.
import { randomUUID } from 'node:crypto'
import { Agent, type ClientRequest, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { claimPort } from '../../scripts/processes/port.ts'
import { startUnlimitedApi } from '../testbed/api.ts'
import { collectGarbage, createInspectOptions } from '../testbed/inspector.ts'
import { type TestbedProcess, readResidentBytes } from '../testbed/processes.ts'
import { createWorld, type World } from '../testbed/world.ts'

/** Each may have two replies at once. */
const people = 150
const stalledReaders = 2 * people
const calls = { warming: 1_000, measured: 10_000, atOnce: 40 }
const replyEvery = 20
/** Time for connections, timers and pending log lines to end. */
const settlingMs = 5_000
const wantedRatio = 1.5

const shortReply = 'demo:tokens=20,tps=0,reasoning=none,latency=0'
const endlessReply = 'demo:endless,tps=0,piece=40,reasoning=none,latency=0'

type MemoryMeasurement = {
  readonly before: number
  readonly peak: number
  readonly after: number
  /** The number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>
}

type Call = { readonly method: string; readonly path: string; readonly body?: object; readonly token?: string }

const createMessage = () => ({ content: 'Which fibre is the strongest?', client_message_id: randomUUID(), version: 0 })

/** Reads, changes, refusals of each kind and unknown paths; `chat` is the user's own. */
const kinds: readonly ((chat: string) => Call)[] = [
  () => ({ method: 'GET', path: '/api/v1/auth/me' }),
  (chat) => ({ method: 'GET', path: `/api/v1/chat/${chat}` }),
  () => ({ method: 'POST', path: '/api/v1/assistant/query', body: {} }),
  () => ({ method: 'POST', path: '/api/v1/chat/query', body: {} }),
  (chat) => ({ method: 'GET', path: `/api/v1/chat/${chat}/export?format=json` }),
  () => ({ method: 'GET', path: '/api/v1/config' }),
  () => ({ method: 'GET', path: `/api/v1/chat/${randomUUID()}` }),
  () => ({ method: 'GET', path: `/nothing/${randomUUID()}` }),
  () => ({ method: 'POST', path: '/api/v1/chat', body: { chat: { assistant_id: 'none' } } }),
  () => ({ method: 'GET', path: '/api/v1/auth/me', token: randomUUID() }),
]

/** Makes `count` calls; every twentieth is a complete reply in a new chat. */
async function callOften(url: string, world: World, count: number) {
  const chats = await world.createChats(shortReply, people)
  const replyChats = await world.createChats(shortReply, Math.ceil(count / replyEvery))
  const statuses: Record<string, number> = {}
  let next = 0
  async function work() {
    for (let index = next++; index < count; index = next++) {
      const reply = Math.floor(index / replyEvery)
      const isReply = index % replyEvery === 0
      const person = (isReply ? reply : index) % people
      const call = isReply
        ? { method: 'POST', path: `/api/v1/chat/${replyChats[reply]}/message_stream`, body: createMessage() }
        : kinds[index % kinds.length]?.(chats[person] ?? '')
      const { method, path, body, token = world.getAccessToken(person) }: Call = call ?? { method: 'GET', path: '/healthz' }
      const response = await fetch(new URL(path, url), {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      await response.arrayBuffer()
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: calls.atOnce }, work))
  return statuses
}

/** Opens a reply without reading it. Resolves when it has started. */
function openUnread(url: URL, token: string, agent: Agent): Promise<ClientRequest> {
  const body = JSON.stringify(createMessage())
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, method: 'POST', headers }, (response) => {
      response.on('error', () => {})
      if (response.statusCode === 200) resolve(call)
      else reject(new Error(`A reply was answered with ${response.statusCode}`))
    })
    call.on('error', reject)
    call.end(body)
  })
}

/** Opens 300 replies without reading them, waits until the model has ended them, and disconnects. */
async function stall(api: TestbedProcess, world: World) {
  const agent = new Agent({ maxSockets: Infinity })
  const chats = await world.createChats(endlessReply, stalledReaders)
  const open = chats.map((chat, index) =>
    openUnread(new URL(`/api/v1/chat/${chat}/message_stream`, api.url), world.getAccessToken(index), agent),
  )
  const readers = await Promise.all(open)
  while ((await world.countGenerating()) > 0) await wait(500)
  for (const reader of readers) reader.destroy()
  agent.destroy()
}

/** `modelUrl` is the demonstration model's, ending in `/v1`. */
export async function measureMemory(databaseUrl: string, secretKey: string, modelUrl: string): Promise<MemoryMeasurement> {
  const world = await createWorld(databaseUrl, secretKey, people)
  const inspectorPort = await claimPort('127.0.0.1', 0)
  const api = await startUnlimitedApi(databaseUrl, secretKey, { MODEL_BASE_URL: modelUrl, ...createInspectOptions(inspectorPort) })
  const settle = async () => {
    await wait(settlingMs)
    await collectGarbage(inspectorPort)
    return readResidentBytes(api.pid)
  }
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, readResidentBytes(api.pid))), 250)
  try {
    await callOften(api.url, world, calls.warming)
    const before = await settle()
    const statuses = await callOften(api.url, world, calls.measured)
    await stall(api, world)
    return { before, peak, after: await settle(), statuses }
  } finally {
    clearInterval(watch)
    await api.stop()
    await world.close()
  }
}

const formatMegabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`

export function printMemory({ before, peak, after, statuses }: MemoryMeasurement) {
  process.stdout.write(
    `\n### Memory of the API: ${calls.measured} mixed calls, then ${stalledReaders} stalled readers\n\n` +
      `Responses: ${Object.entries(statuses)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ')}.\n` +
      `Before ${formatMegabytes(before)}, at most ${formatMegabytes(peak)}, afterwards ${formatMegabytes(after)}: ` +
      `${(after / before).toFixed(2)} times as much (less than ${wantedRatio} wanted).\n`,
  )
}

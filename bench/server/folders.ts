// The lists and searches of a person with 10,000 chats in 100 folders, against those of a person who has none: call by call in turn, so
// that both are measured on the same machine.
import { createDatabase } from '@heddle/db/client'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChatFolder } from '@heddle/db/factories/chat'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createTokenIssuer } from '../../apps/api/test/application/access-tokens.ts'
import { execute } from '../../scripts/testing/execute.ts'
import { absentWords, commonWords, rareWords, writeHistory } from '../load/history-data.ts'
import { percentile } from '../load/load.ts'
import { startUnlimitedApi } from '../testbed/api.ts'

const chats = 10_000
const folders = 100
const length = 4
const calls = 100
/** Not counted: the database fills its cache, and the API is compiled. */
const warmingCalls = 10

type Requests = { readonly name: string; readonly url: string; readonly body: (call: number) => object }

const pickWord = (words: readonly string[], number: number) => words[number % words.length] ?? ''
const drawer = { folder_id: null, is_pinned: false, is_archived: false }
const url = '/api/v1/chat/query'
const requests: readonly Requests[] = [
  { name: 'the list of the drawer', url, body: () => drawer },
  { name: 'all chats', url, body: () => ({}) },
  { name: 'those that are not archived', url, body: () => ({ is_archived: false }) },
  { name: 'pinned chats, of which there are none', url, body: () => ({ is_pinned: true, is_archived: false }) },
  {
    name: 'a common and a rare keyword',
    url,
    body: (n) => ({ is_archived: false, keywords: `${pickWord(commonWords, n)} ${pickWord(rareWords, n + 1)}` }),
  },
  { name: 'two absent keywords', url, body: (n) => ({ keywords: `${pickWord(absentWords, n)} ${pickWord(absentWords, n + 1)}` }) },
  { name: 'the folders', url: '/api/v1/chat/folder/query', body: () => ({}) },
]

async function call(origin: string, token: string, { url: path, body }: Requests, number: number): Promise<number> {
  const begun = performance.now()
  const response = await fetch(new URL(path, origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body(number)),
  })
  await response.json()
  if (response.status !== 200) throw new Error(`A list was answered with ${response.status}`)
  return performance.now() - begun
}

/** Measures on the migrated database at `databaseUrl`, which it fills. */
export async function runFolders({ databaseUrl, secretKey }: { readonly databaseUrl: string; readonly secretKey: string }) {
  const db = createDatabase({ url: databaseUrl, poolSize: 1 })
  const api = await startUnlimitedApi(databaseUrl, secretKey)
  try {
    const { id: tenantId } = await createTenant(db)
    const { id: assistantId } = await createAssistant(db, { tenantId, isPublic: true })
    const issueToken = await createTokenIssuer(secretKey)
    async function createOwner() {
      const { id: userId } = await createUser(db, { tenantId })
      const [at, end] = [new Date(), new Date(Date.now() + 24 * 60 * 60 * 1000)]
      const session = await db.session.create({ data: { userId, rotatedAt: at, expiresAt: end, absoluteExpiresAt: end } })
      return { userId, token: () => issueToken({ userId, tenantId, sessionId: session.id, tokenVersion: 0 }, new Date()) }
    }
    const [without, having] = [await createOwner(), await createOwner()]
    const ownerIds = Array.from({ length: 2 * chats }, (_, index) => (index % 2 === 0 ? without : having).userId)
    await writeHistory(databaseUrl, { tenantId, assistantId, ownerIds, length })
    const ids = []
    while (ids.length < folders) ids.push((await createChatFolder(db, { ownerId: having.userId })).id)
    // One of a hundred and one lies in none, so that the drawer has a full page.
    await db.$executeRaw`
      UPDATE chat c SET folder_id = (${ids}::uuid[])[n.number % ${folders + 1}]
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS number FROM chat WHERE owner_id = ${having.userId}::uuid) n WHERE n.id = c.id`
    for (const table of ['chat', 'chat_folder', 'message', 'chat_text', 'search_pending'])
      await execute(databaseUrl, `VACUUM (FULL, ANALYZE) ${table}`)

    const lines = []
    for (const request of requests) {
      const [one, other]: [number[], number[]] = [[], []]
      const tokens = [without.token(), having.token()] as const
      for (let number = 0; number < calls + warmingCalls; number++) {
        const [first, second] = [await call(api.url, tokens[0], request, number), await call(api.url, tokens[1], request, number)]
        if (number < warmingCalls) continue
        one.push(first)
        other.push(second)
      }
      const times = [one, other].flatMap((each) => [percentile(each, 0.5), percentile(each, 0.95)])
      const ratio = percentile(other, 0.5) / percentile(one, 0.5)
      lines.push(`| ${[request.name, ...times.map((time) => time.toFixed(1)), ratio.toFixed(2)].join(' | ')} |`)
    }
    process.stdout.write(
      `${[
        '\n### 10,000 chats in 100 folders\n',
        '| what is listed | without folders, p50 ms | p95 | in folders, p50 ms | p95 | p50 ratio |',
        '| --- | --- | --- | --- | --- | --- |',
        ...lines,
        '\nWanted: ratios of at most 1.1.',
      ].join('\n')}\n`,
    )
  } finally {
    await api.stop()
    await db.$disconnect()
  }
}

// Searches the history of a user among 1,000,000 messages in 20,000 chats of 500 users: the cost for an ordinary user and for one with
// 50,000 messages, which must not grow with the messages of the others.
import { createDatabase } from '@heddle/db/client'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createTokenIssuer } from '../../apps/api/test/application/access-tokens.ts'
import { execute } from '../../scripts/testing/execute.ts'
import { startUnlimitedApi } from '../testbed/api.ts'
import { absentWords, commonWords, messagesPerChat, rareWords, writeHistory } from '../load/history-data.ts'
import { percentile } from '../load/load.ts'

const others = 498
const calls = 100
/** Not counted: the database fills its cache, and the API is compiled. */
const warmingCalls = 10

const person = { name: 'a person with 1,900 messages', chats: 38 }
const writer = { name: 'the one with 50,000 messages', chats: 1_000 }
/** Messages of the others, of all chats in the end together 1,000,000. */
const growth = [10_000, 1_000_000 - (person.chats + writer.chats) * messagesPerChat] as const

type Search = { readonly name: string; readonly keywords: (call: number) => string | undefined }

const pickWord = (words: readonly string[], number: number) => words[number % words.length] ?? ''
const searches: readonly Search[] = [
  {
    name: 'a common, a rare and an absent keyword',
    keywords: (n) => [pickWord(commonWords, n), pickWord(rareWords, n + 1), pickWord(absentWords, n + 2)].join(' '),
  },
  {
    name: 'a rare and two absent keywords',
    keywords: (n) => [pickWord(rareWords, n), pickWord(absentWords, n), pickWord(absentWords, n + 2)].join(' '),
  },
  {
    name: 'three absent keywords',
    keywords: (n) => [pickWord(absentWords, n), pickWord(absentWords, n + 1), pickWord(absentWords, n + 2)].join(' '),
  },
  { name: 'no keyword: the list', keywords: () => undefined },
]

type HistoryMeasurement = {
  readonly who: string
  readonly search: string
  readonly othersMessages: number
  readonly milliseconds: readonly number[]
  /** Chats of the page, on average. */
  readonly found: number
}

async function measureSearch(url: string, token: string, search: Search) {
  const milliseconds: number[] = []
  let found = 0
  for (let call = -warmingCalls; call < calls; call++) {
    const begun = performance.now()
    const answer = await fetch(new URL('/api/v1/chat/query', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ page_size: 20, keywords: search.keywords(call + warmingCalls) }),
    })
    const { chats } = (await answer.json()) as { chats: unknown[] }
    if (answer.status !== 200) throw new Error(`A search was answered with ${answer.status}`)
    if (call < 0) continue
    milliseconds.push(performance.now() - begun)
    found += chats.length / calls
  }
  return { milliseconds, found }
}

/** Measures on the migrated database at `databaseUrl`, which it fills. */
export async function measureHistory(databaseUrl: string, secretKey: string): Promise<HistoryMeasurement[]> {
  const db = createDatabase({ url: databaseUrl, poolSize: 1 })
  const api = await startUnlimitedApi(databaseUrl, secretKey)
  try {
    const { id: tenantId } = await createTenant(db)
    const assistant = await createAssistant(db, { tenantId, isPublic: true })
    const issueAccessToken = await createTokenIssuer(secretKey)
    async function createOwner(chats: number) {
      const { id: userId } = await createUser(db, { tenantId })
      const [at, end] = [new Date(), new Date(Date.now() + 24 * 60 * 60 * 1000)]
      const session = await db.session.create({ data: { userId, rotatedAt: at, expiresAt: end, absoluteExpiresAt: end } })
      return {
        // Issued on demand: writing the messages may take longer than the lifetime of a token.
        issueToken: () => issueAccessToken({ userId, tenantId, sessionId: session.id, tokenVersion: 0 }, new Date()),
        ownerIds: Array.from({ length: chats }, () => userId),
      }
    }
    const readers = [
      { ...person, ...(await createOwner(person.chats)) },
      { ...writer, ...(await createOwner(writer.chats)) },
    ]
    const otherIds: string[] = []
    while (otherIds.length < others) otherIds.push((await createUser(db, { tenantId })).id)

    const results: HistoryMeasurement[] = []
    let written = 0
    for (const othersMessages of growth) {
      const more = Array.from({ length: (othersMessages - written) / messagesPerChat }, (_, chat) => otherIds[chat % others] ?? '')
      const own = written === 0 ? readers.flatMap(({ ownerIds }) => ownerIds) : []
      await writeHistory(databaseUrl, { tenantId, assistantId: assistant.id, ownerIds: [...own, ...more] })
      written = othersMessages
      for (const table of ['chat', 'message', 'chat_text', 'search_pending']) await execute(databaseUrl, `VACUUM (ANALYZE) ${table}`)
      for (const { name: who, issueToken } of readers) {
        for (const search of searches) {
          results.push({ who, search: search.name, othersMessages, ...(await measureSearch(api.url, issueToken(), search)) })
        }
      }
    }
    return results
  } finally {
    await api.stop()
    await db.$disconnect()
  }
}

export function printHistory(results: readonly HistoryMeasurement[]) {
  const [few, many] = growth.map((messages) => results.filter(({ othersMessages }) => othersMessages === messages))
  const lines = [
    '\n### Searching the history, 20 chats a page\n',
    `The others have ${growth.map((messages) => messages.toLocaleString('en')).join(' messages, then ')}.\n`,
    '| who | looks for | chats found | p50 ms | p95 ms | then p50 ms | p95 ms | p50 ratio | p95 ratio |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...(many ?? []).map(({ who, search, milliseconds, found }) => {
      const before = few?.find((one) => one.who === who && one.search === search)?.milliseconds ?? []
      const [p50, p95] = [percentile(milliseconds, 0.5), percentile(milliseconds, 0.95)]
      const [was50, was95] = [percentile(before, 0.5), percentile(before, 0.95)]
      const numbers = [was50, was95, p50, p95].map((value) => value.toFixed(1))
      return `| ${[who, search, found.toFixed(1), ...numbers, (p50 / was50).toFixed(2), (p95 / was95).toFixed(2)].join(' | ')} |`
    }),
    '\nWanted: p95 below 100 ms (better 50), and ratios of at most 1.5.',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

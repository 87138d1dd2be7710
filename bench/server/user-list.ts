// Pages through the users of a tenant of 500 and one of 50,000, by every sort order: the cost of a page must not grow with the size of
// the tenant.
import { userSorts } from '@heddle/contracts/user/user'
import { createDatabase, type PrismaClient } from '@heddle/db/client'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createTokenIssuer } from '../../apps/api/test/application/access-tokens.ts'
import { execute } from '../../scripts/testing/execute.ts'
import { percentile } from '../load/load.ts'

const sizes = [500, 50_000] as const
const pageSize = 50
/** The minimum number of measured pages for each list. */
const minPages = 200

type Size = (typeof sizes)[number]
type Sort = (typeof userSorts)[number]

type UserListMeasurement = { readonly size: Size; readonly sort: Sort; readonly pagesMs: readonly number[] }

async function createTenantWithUsers(size: Size, db: PrismaClient, secretKey: string) {
  const { id: tenantId } = await createTenant(db)
  const administrator = await createUser(db, { tenantId, role: 'A' })
  const now = Date.now()
  const people = Array.from({ length: size - 1 }, (_, index) => {
    const email = `person-${size}-${index}@heddle.test`
    const lastLoginAt = index % 3 === 0 ? null : new Date(now - ((index * 7_919) % size) * 60_000)
    const createdAt = new Date(now - ((index * 104_729) % size) * 60_000)
    return {
      tenantId,
      email,
      emailKey: email,
      name: { default: `Person ${(index * 31) % size}`, en: `Person ${index}` },
      lastLoginAt,
      createdAt,
    }
  })
  for (let begin = 0; begin < people.length; begin += 2_000) await db.user.createMany({ data: people.slice(begin, begin + 2_000) })
  const at = new Date(now)
  const end = new Date(now + 24 * 60 * 60 * 1000)
  const session = await db.session.create({ data: { userId: administrator.id, rotatedAt: at, expiresAt: end, absoluteExpiresAt: end } })
  const issueToken = await createTokenIssuer(secretKey)
  return issueToken({ userId: administrator.id, tenantId, sessionId: session.id, tokenVersion: 0 }, at)
}

/** Reads the complete list page by page; returns the duration of each. */
async function readAll(url: string, token: string, sort: Sort, size: Size): Promise<number[]> {
  const times: number[] = []
  let seen = 0
  let pageToken: string | undefined
  do {
    const begun = performance.now()
    const answer = await fetch(new URL('/api/v1/user/query', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(pageToken === undefined ? { sort, page_size: pageSize } : { page_token: pageToken }),
    })
    const page = (await answer.json()) as { users: unknown[]; next_page_token?: string }
    times.push(performance.now() - begun)
    if (answer.status !== 200) throw new Error(`A page of users was answered with ${answer.status}: ${JSON.stringify(page)}`)
    seen += page.users.length
    pageToken = page.next_page_token
  } while (pageToken !== undefined)
  if (seen !== size) throw new Error(`${seen} users of ${size} were found`)
  return times
}

/** The API at `url` must not limit the rate of its callers. */
export async function measureUserLists(url: string, databaseUrl: string, secretKey: string): Promise<UserListMeasurement[]> {
  const db = createDatabase({ url: databaseUrl, poolSize: 1 })
  const results: UserListMeasurement[] = []
  try {
    for (const size of sizes) {
      const token = await createTenantWithUsers(size, db, secretKey)
      // As autovacuum does within a minute: without statistics the planner sorts instead of using an index.
      await execute(databaseUrl, 'VACUUM (ANALYZE) "user"')
      for (const sort of userSorts) {
        const pagesMs: number[] = []
        while (pagesMs.length < minPages) pagesMs.push(...(await readAll(url, token, sort, size)))
        results.push({ size, sort, pagesMs })
      }
    }
  } finally {
    await db.$disconnect()
  }
  return results
}

export function printUserLists(results: readonly UserListMeasurement[]) {
  const lines = [
    `\n### Paging through users, ${pageSize} a page\n`,
    '| by | users | pages | p50 ms | p95 ms |',
    '| --- | --- | --- | --- | --- |',
    ...results.map(
      ({ size, sort, pagesMs }) =>
        `| ${sort} | ${size} | ${pagesMs.length} | ${percentile(pagesMs, 0.5).toFixed(1)} | ${percentile(pagesMs, 0.95).toFixed(1)} |`,
    ),
    '',
    ...userSorts.map((sort) => {
      const [few, many] = sizes.map((size) =>
        percentile(results.find((one) => one.size === size && one.sort === sort)?.pagesMs ?? [], 0.95),
      )
      return `By ${sort}: p95 of ${sizes[1]} is ${((many ?? Number.NaN) / (few ?? Number.NaN)).toFixed(2)} times that of ${sizes[0]} (less than 3 wanted).`
    }),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

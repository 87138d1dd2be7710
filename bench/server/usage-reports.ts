// Reads the usage reports of a tenant with 100,000 events in a year: pages of the list of users, and the summary of the year.
import { createDatabase, type PrismaClient } from '@heddle/db/client'
import { createPool, jobTimeouts } from '@heddle/db/connection'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createTokenIssuer } from '../../apps/api/test/application/access-tokens.ts'
import { execute } from '../../scripts/testing/execute.ts'
import { percentile } from '../load/load.ts'
import type { Testbed } from '../testbed/testbed.ts'

const eventCount = 100_000
const userCount = 500
const assistantCount = 10
const repetitions = 40

const year = { from: '2025-12-01', to: '2026-11-30' }
const month = { from: '2026-11-01', to: '2026-11-30' }

/** Events of working days from 8 to 18 o'clock, each with one call or two; every user is in two groups of twenty. */
const insertEvents = `
  WITH made AS MATERIALIZED (
    SELECT gen_random_uuid() AS run_id, n, users[(1 + (n * 7919) % cardinality(users))::int] AS user_id, (n * 104729) % 20 AS dice,
      assistants[(1 + n % cardinality(assistants))::int] AS assistant_id,
      timestamptz '2025-12-01 00:00Z' + (n * 365 / $4::bigint) * interval '1 day' + ((n * 31) % 36000) * interval '1 s' AS created_at
    FROM generate_series(0, $4::bigint - 1) n, (SELECT $2::uuid[] AS users, $3::uuid[] AS assistants) ids
  ), call AS (
    INSERT INTO usage_call (run_id, seq, tenant_id, created_at, endpoint_id, model_name, input_tokens, output_tokens, cached_tokens,
      reasoning_tokens, estimated, currency, cost)
    SELECT run_id, seq, $1, created_at, $5, 'model ' || (dice + seq) % 3, 1000 + n % 500, 200 + n % 100, 0, 0, false, 'USD', 0.001 * (1 + n % 7)
    FROM made, generate_series(0, CASE WHEN dice < 8 THEN 1 ELSE 0 END) seq
  )
  INSERT INTO usage_event (id, created_at, tenant_id, user_id, group_ids, assistant_id, run_id, model_name, flow, outcome, input_tokens,
    output_tokens, first_token_ms, latency_ms)
  SELECT gen_random_uuid(), created_at, $1, user_id,
    ARRAY[md5('group ' || (n * 7919) % $6::int % 20)::uuid, md5('group ' || (n * 7919) % $6::int % 19)::uuid], assistant_id, run_id, 'model ' || dice % 3,
    (CASE WHEN dice < 14 THEN 'chat' WHEN dice < 18 THEN 'title' ELSE 'search' END)::usage_flow,
    (CASE WHEN dice = 3 THEN 'failed' WHEN dice = 4 THEN 'stopped' ELSE 'completed' END)::usage_outcome,
    (1000 + n % 500) * CASE WHEN dice < 8 THEN 2 ELSE 1 END, (200 + n % 100) * CASE WHEN dice < 8 THEN 2 ELSE 1 END,
    200 + (n * 13) % 3000, 2000 + (n * 17) % 20000
  FROM made`

async function createYear(db: PrismaClient, { databaseUrl, secretKey }: Testbed): Promise<string> {
  const { id: tenantId } = await createTenant(db)
  const administrator = await createUser(db, { tenantId, role: 'A' })
  const users = Array.from({ length: userCount }, (_, index) => ({ id: randomUUID(), tenantId, name: { default: `Person ${index}` } }))
  await db.user.createMany({ data: users })
  const assistants = await Promise.all(Array.from({ length: assistantCount }, () => createAssistant(db, { tenantId, isPublic: true })))
  const pool = createPool(databaseUrl, 2, { ...jobTimeouts, responseMs: 600_000 })
  try {
    await pool.query(insertEvents, [
      tenantId,
      users.map(({ id }) => id),
      assistants.map(({ id }) => id),
      eventCount,
      randomUUID(),
      userCount,
    ])
    const at = new Date()
    const end = new Date(at.getTime() + 24 * 60 * 60 * 1000)
    const session = await db.session.create({ data: { userId: administrator.id, rotatedAt: at, expiresAt: end, absoluteExpiresAt: end } })
    const issueToken = await createTokenIssuer(secretKey)
    return issueToken({ userId: administrator.id, tenantId, sessionId: session.id, tokenVersion: 0 }, at)
  } finally {
    await pool.end()
  }
}

/** The days that are over and have no sums yet. */
const countMissingDays = async (db: PrismaClient) => {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int FROM (
      SELECT DISTINCT tenant_id, (period_start AT TIME ZONE time_zone)::date AS day FROM usage_rollup JOIN tenant t ON t.id = tenant_id
      WHERE period_start < date_trunc('day', now() AT TIME ZONE time_zone) AT TIME ZONE time_zone
      EXCEPT SELECT tenant_id, day FROM usage_day
    ) missing`
  return row?.count ?? 0
}

/** How long the worker takes for all events, and for the days that are over. */
async function measureRollup(db: PrismaClient): Promise<number> {
  const begun = performance.now()
  while ((await db.usageStalePeriod.count()) > 0) await pause(50)
  while ((await countMissingDays(db)) > 0) await pause(100)
  return performance.now() - begun
}

const reports = [
  { about: 'users, 30 days, by tokens', method: 'POST', path: 'user/query', input: { ...month, page_size: 50 } },
  { about: 'users, a year, by tokens', method: 'POST', path: 'user/query', input: { ...year, page_size: 50 } },
  { about: 'users, a year, by name', method: 'POST', path: 'user/query', input: { ...year, page_size: 50, sort: 'name' } },
  { about: 'summary, 30 days', method: 'GET', path: 'summary', input: month },
  { about: 'summary, a year', method: 'GET', path: 'summary', input: year },
  { about: 'me, a year', method: 'GET', path: 'me', input: year },
] as const

async function readReport(url: string, token: string, { method, path, input }: (typeof reports)[number]): Promise<number> {
  const address = new URL(`/api/v1/usage/${path}`, url)
  if (method === 'GET') address.search = new URLSearchParams(input).toString()
  const begun = performance.now()
  const response = await fetch(address, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(method === 'POST' && { 'content-type': 'application/json' }) },
    ...(method === 'POST' && { body: JSON.stringify(input) }),
  })
  const body = await response.text()
  if (response.status !== 200) throw new Error(`A report was answered with ${response.status}: ${body}`)
  return performance.now() - begun
}

export async function runUsageReports(bed: Testbed): Promise<void> {
  const db = createDatabase({ url: bed.databaseUrl, poolSize: 2 })
  try {
    const token = await createYear(db, bed)
    const api = await bed.startApi()
    try {
      const rollUpMs = await measureRollup(db)
      // As autovacuum does within a minute.
      for (const table of ['usage_rollup', 'usage_key', 'usage_day', 'usage_day_sum'])
        await execute(bed.databaseUrl, `VACUUM (ANALYZE) ${table}`)
      const lines = [
        `\n### Usage of ${eventCount} events in a year, ${userCount} users\n`,
        `Summed up in ${(rollUpMs / 1000).toFixed(1)} s.\n`,
        '| report | p50 ms | p95 ms |',
        '| --- | --- | --- |',
      ]
      for (const report of reports) {
        await readReport(api.url, token, report)
        const times: number[] = []
        for (let count = 0; count < (bed.isQuick ? 10 : repetitions); count++) times.push(await readReport(api.url, token, report))
        lines.push(`| ${report.about} | ${percentile(times, 0.5).toFixed(1)} | ${percentile(times, 0.95).toFixed(1)} |`)
      }
      process.stdout.write(`${lines.join('\n')}\n`)
    } finally {
      await api.stop()
    }
  } finally {
    await db.$disconnect()
  }
}

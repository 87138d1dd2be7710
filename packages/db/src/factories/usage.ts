import { randomUUID } from 'node:crypto'
import type { Queryable } from '../client.ts'
import type { Prisma } from '../generated/client.ts'

export type UsageCallOverrides = Partial<Prisma.UsageCallUncheckedCreateInput>

export type UsageEventOverrides = Partial<Prisma.UsageEventUncheckedCreateInput> & { readonly calls?: readonly UsageCallOverrides[] }

const tokens = { inputTokens: 100, outputTokens: 20, cachedTokens: 0, reasoningTokens: 0, estimated: false } as const

/** Inserts the event of a completed reply of 120 tokens, and before it the calls: one that has no price unless they are given. */
export async function createUsageEvent(db: Queryable, { calls = [{}], ...overrides }: UsageEventOverrides = {}) {
  const { runId = randomUUID(), tenantId = randomUUID(), createdAt = new Date(), modelName = 'weaver' } = overrides
  await db.usageCall.createMany({
    data: calls.map((call, seq) => ({ runId, seq, tenantId, createdAt, modelName, ...tokens, ...call })),
  })
  return db.usageEvent.create({
    data: {
      userId: randomUUID(),
      flow: 'chat',
      outcome: 'completed',
      firstTokenMs: 400,
      latencyMs: 2_000,
      ...tokens,
      ...overrides,
      runId,
      tenantId,
      createdAt,
      modelName,
    },
  })
}

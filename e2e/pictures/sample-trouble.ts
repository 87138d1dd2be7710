// What an administrator should look at, for pictures: a limit, documents, ratings, and the usage of a moment.
import { randomUUID } from 'node:crypto'
import type { PrismaClient } from '@heddle/db/client'
import { createCollection, createSource } from '@heddle/db/factories/knowledge'
import { createUsageEvent } from '@heddle/db/factories/usage'
import { createUsageLimitRule } from '@heddle/db/factories/usage-limit'
import { expect } from '@playwright/test'

const dayMs = 86_400_000
const monthSeconds = 30 * 86_400
const price = { inputPrice: '9.5', cachedPrice: '2', outputPrice: '28', currency: 'TWD', cost: '0.061' }

type Institute = { readonly tenantId: string; readonly userId: string; readonly collection: string }

/** Creates it, and resolves when the worker has summed the usage up. */
export async function createTrouble(db: PrismaClient, { tenantId, userId, collection: name }: Institute): Promise<void> {
  const { id: collectionId } = await createCollection(db, { tenantId, name: { default: name } })
  await createSource(db, { collectionId, state: 'failed' })
  const soon = new Date(Date.now() + 12 * dayMs)
  for (const validUntil of [soon, soon, soon]) await createSource(db, { collectionId, state: 'indexed', validUntil })
  const feedback = { tenantId, userId, messageIndex: 1, rating: 'bad' } as const
  await db.messageFeedback.createMany({ data: [feedback, { ...feedback, reason: 'Cites an old standard' }] })
  const { id: ruleId } = await createUsageLimitRule(db, { tenantId, amount: 200, intervalSeconds: monthSeconds })
  const windowStart = new Date(Math.floor(Date.now() / 1_000 / monthSeconds) * monthSeconds * 1_000)
  await db.usageCounter.create({ data: { ruleId, subjectId: userId, windowStart, used: 184 } })
  const tokens = { inputTokens: 3_100, outputTokens: 640 }
  for (const runId of Array.from({ length: 24 }, () => randomUUID()))
    await createUsageEvent(db, { runId, tenantId, userId, ...tokens, calls: [{ ...tokens, ...price }] })
  await expect.poll(() => db.usageStalePeriod.count({ where: { tenantId } }), { timeout: 30_000 }).toBe(0)
}

// A tenant with an administrator, how to use models there, and how to read the reports.
import type { UsageReport } from '@heddle/contracts/usage/usage-report'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUsageEvent, type UsageEventOverrides } from '@heddle/db/factories/usage'
import { createUser } from '@heddle/db/factories/user'
import { expect } from 'vitest'
import { rollUpAllUsage } from '../../src/modules/usage/rollup/usage-rollup.sql.ts'
import type { Caller, TestApp } from '../application/test-app.ts'

/** What a call costs. */
export const price = (cost: string, currency = 'USD') => ({ cost, currency, inputPrice: '1', cachedPrice: '1', outputPrice: '1' })

/** Unless given, the tenant is in Taipei (UTC+8, without daylight saving). */
export async function createUsageScene(api: TestApp, timeZone = 'Asia/Taipei') {
  const { id: tenantId } = await createTenant(api.db, { timeZone })
  const user = await createUser(api.db, { tenantId, role: 'A' })
  const admin = await api.as(user)
  const createEvent = (createdAt: string, overrides: UsageEventOverrides = {}) =>
    createUsageEvent(api.db, { tenantId, userId: user.id, createdAt: new Date(createdAt), ...overrides })
  async function read(caller: Caller, path: string, query: Record<string, string>) {
    await rollUpAllUsage(api.dependencies.pool)
    const response = await caller.get(`/api/v1/usage/${path}?${new URLSearchParams(query).toString()}`)
    expect([response.statusCode, response.body]).toEqual([200, response.body])
    return response.json<{ usage: UsageReport }>().usage
  }
  const readSummary = (query: Record<string, string>) => read(admin, 'summary', query)
  return { tenantId, user, admin, createEvent, read, readSummary }
}

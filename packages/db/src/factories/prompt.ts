import type { Queryable } from '../client.ts'
import type { Prisma } from '../generated/client.ts'
import { localized, nextNumber } from './localized.ts'
import { createTenant } from './tenant.ts'

export type PromptOverrides = Partial<Prisma.PromptUncheckedCreateInput>

/** Inserts a prompt of the tenant, with its first version; creates the missing tenant. */
export async function createPrompt(db: Queryable, overrides: PromptOverrides = {}) {
  const tenantId = overrides.tenantId ?? (await createTenant(db)).id
  const { name = localized(`Prompt ${nextNumber()}`), text = { default: 'Explain {{ topic }}' } } = overrides
  const { variables = [{ key: 'topic', label: { default: 'Topic' }, type: 'text' }], createdById = null } = overrides
  const version = { number: 1, name, text, variables, createdById }
  return db.prompt.create({ data: { ...overrides, tenantId, name, text, variables, createdById, versions: { create: version } } })
}

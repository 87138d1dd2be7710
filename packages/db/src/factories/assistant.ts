import type { Queryable } from '../client.ts'
import type { Prisma } from '../generated/client.ts'
import { createGroup } from './group.ts'
import { localized, nextNumber } from './localized.ts'
import { createTenant } from './tenant.ts'
import { createUser } from './user.ts'
import { createWorkflow } from './workflow.ts'

export type AssistantOverrides = Partial<Prisma.AssistantUncheckedCreateInput>

/** Inserts a private assistant; creates the missing tenant, group and workflow. */
export async function createAssistant(db: Queryable, overrides: AssistantOverrides = {}) {
  const tenantId = overrides.tenantId ?? (await createTenant(db)).id
  const groupId = overrides.groupId ?? (await createGroup(db, { tenantId })).id
  const workflowId = overrides.workflowId ?? (await createWorkflow(db, { tenantId })).id
  return db.assistant.create({ data: { name: localized(`Assistant ${nextNumber()}`), ...overrides, tenantId, groupId, workflowId } })
}

export type FavoriteOverrides = Partial<Prisma.FavoriteAssistantUncheckedCreateInput>

/** Inserts a favorite after the user's others; creates a missing user or assistant, in one tenant. */
export async function createFavorite(db: Queryable, overrides: FavoriteOverrides = {}) {
  const user = overrides.userId ? await db.user.findUniqueOrThrow({ where: { id: overrides.userId } }) : await createUser(db)
  const assistantId = overrides.assistantId ?? (await createAssistant(db, { tenantId: user.tenantId, isPublic: true })).id
  const position = overrides.position ?? (await db.favoriteAssistant.count({ where: { userId: user.id } }))
  return db.favoriteAssistant.create({ data: { ...overrides, userId: user.id, assistantId, position } })
}

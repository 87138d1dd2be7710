// Reads prompts with what a reader sees of them. Prisma cannot say it: the order is that of the reader's own uses, and then of the names.
import type { PromptScope, PromptState } from '@heddle/contracts/prompt/prompt'
import type { Queryable } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'
import { fold } from '@heddle/text/language/folding'
import { escapeLike } from '../../platform/database/like-literal.ts'
import type { ActorAccess } from '../../platform/permissions/actor.ts'
import { type PromptFacts, readablePrompts } from '../../platform/permissions/prompt.permissions.ts'

type Named = { readonly id: string; readonly name: unknown }

export type PromptRow = PromptFacts & {
  readonly id: string
  readonly name: unknown
  readonly nameKey: string
  readonly description: unknown
  readonly text: unknown
  readonly tags: readonly string[]
  readonly variables: unknown
  readonly assistantId: string | null
  readonly version: number
  readonly revision: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly group: Named | null
  readonly createdBy: Named | null
  readonly usedAt: Date | null
}

export type PromptFilters = {
  readonly keyword?: string | undefined
  readonly scope?: PromptScope | undefined
  readonly groupId?: string | undefined
  readonly tag?: string | undefined
  readonly state?: PromptState | undefined
  readonly order: 'name' | 'used'
}

export type PromptKey = { readonly used: string | null; readonly name: string; readonly id: string }

const scopes = {
  mine: Prisma.sql`p.owner_id IS NOT NULL`,
  group: Prisma.sql`p.group_id IS NOT NULL`,
  tenant: Prisma.sql`p.owner_id IS NULL AND p.group_id IS NULL`,
} satisfies Record<PromptScope, Prisma.Sql>

function* listConditions(actor: ActorAccess, { keyword, scope, groupId, tag, state }: PromptFilters) {
  yield readablePrompts(actor)
  if (keyword) yield Prisma.sql`p.search_key LIKE ${`%${escapeLike(fold(keyword))}%`}`
  if (scope) yield scopes[scope]
  if (groupId !== undefined) yield Prisma.sql`p.group_id = ${groupId}::uuid`
  if (tag !== undefined) yield Prisma.sql`${tag} = ANY(p.tags)`
  if (state !== undefined) yield Prisma.sql`p.state = ${state}::prompt_state`
}

const orders = {
  name: Prisma.sql`p.name_key, p.id`,
  used: Prisma.sql`u.used_at DESC NULLS LAST, p.name_key, p.id`,
}

/** The condition for what comes after a row in the order. */
function follows(order: PromptFilters['order'], after: PromptKey | null): Prisma.Sql {
  if (after === null) return Prisma.sql`true`
  const later = Prisma.sql`(p.name_key, p.id) > (${after.name}, ${after.id}::uuid)`
  if (order === 'name') return later
  if (after.used === null) return Prisma.sql`u.used_at IS NULL AND ${later}`
  const used = Prisma.sql`${after.used}::timestamptz`
  return Prisma.sql`(u.used_at IS NULL OR u.used_at < ${used} OR (u.used_at = ${used} AND ${later}))`
}

const columns = Prisma.sql`p.id::text, p.tenant_id::text AS "tenantId", p.owner_id::text AS "ownerId", p.group_id::text AS "groupId",
  p.state::text AS state, p.created_by_id::text AS "createdById", p.name, p.name_key AS "nameKey", p.description, p.text, p.tags,
  p.variables, p.assistant_id::text AS "assistantId", p.version, p.revision, p.created_at AS "createdAt", p.updated_at AS "updatedAt",
  CASE WHEN g.id IS NOT NULL THEN json_build_object('id', g.id, 'name', g.name) END AS "group",
  CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'name', c.name) END AS "createdBy"`

const joins = Prisma.sql`LEFT JOIN "group" g ON g.id = p.group_id LEFT JOIN "user" c ON c.id = p.created_by_id`

/** Returns so many of the prompts that the actor may read, in the order. */
export function findPromptPage(
  on: Queryable,
  actor: ActorAccess,
  filters: PromptFilters,
  { after, take }: { readonly after: PromptKey | null; readonly take: number },
): Promise<PromptRow[]> {
  // The texts, which are large, are read for the rows of the page alone.
  return on.$queryRaw<PromptRow[]>`
    WITH page AS (
      SELECT p.id, u.used_at FROM prompt p
      LEFT JOIN prompt_use u ON u.prompt_id = p.id AND u.user_id = ${actor.id}::uuid
      WHERE ${Prisma.join([...listConditions(actor, filters), follows(filters.order, after)], ' AND ')}
      ORDER BY ${orders[filters.order]} LIMIT ${take}
    )
    SELECT ${columns}, u.used_at AS "usedAt" FROM page u JOIN prompt p ON p.id = u.id ${joins}
    ORDER BY ${orders[filters.order]}`
}

/** Returns a prompt that the actor may read, or null. */
export async function findReadablePrompt(on: Queryable, actor: ActorAccess, id: string): Promise<PromptRow | null> {
  const [row] = await on.$queryRaw<PromptRow[]>`
    SELECT ${columns}, u.used_at AS "usedAt" FROM prompt p ${joins}
    LEFT JOIN prompt_use u ON u.prompt_id = p.id AND u.user_id = ${actor.id}::uuid
    WHERE p.id = ${id}::uuid AND ${readablePrompts(actor)}`
  return row ?? null
}

// Which workflows name a model: in their draft, in their published graph or among those that a chat may choose. Prisma cannot say it:
// it does not look into a graph.
import type { Queryable } from '@heddle/db/client'
import { presentText } from '../../platform/http/presenting.ts'

type Use = { readonly id: string; readonly name: unknown }

/** Named things that an administrator has to change first. */
export type ModelUses = { readonly workflows: readonly object[]; readonly assistants: readonly object[] }

export type FindModelUses = typeof findModelUses

const maxListed = 20

/** The workflows that name one of these models, and the assistants that they answer for, up to 20 of each; null when there is none. */
export async function findModelUses(on: Queryable, tenantId: string, modelNames: readonly string[]): Promise<ModelUses | null> {
  const names = [...modelNames]
  const workflows = await on.$queryRaw<Use[]>`
    SELECT w.id::text, w.name FROM workflow w
    LEFT JOIN LATERAL (SELECT graph FROM workflow_version v WHERE v.workflow_id = w.id ORDER BY number DESC LIMIT 1) v ON true
    WHERE w.tenant_id = ${tenantId}::uuid AND (
      w.allowed_models && ${names}::text[] OR EXISTS (
        SELECT FROM jsonb_path_query(jsonb_build_array(w.draft, v.graph), 'lax $[*].nodes[*].config.model') AS used
        WHERE used #>> '{}' = ANY (${names}::text[])))
    ORDER BY w.id LIMIT ${maxListed}`
  if (workflows.length === 0) return null
  const assistants = await on.assistant.findMany({
    where: { tenantId, workflowId: { in: workflows.map(({ id }) => id) } },
    select: { id: true, name: true },
    orderBy: { id: 'asc' },
    take: maxListed,
  })
  const present = ({ id, name }: Use) => ({ id, name: presentText(name) })
  return { workflows: workflows.map(present), assistants: assistants.map(present) }
}

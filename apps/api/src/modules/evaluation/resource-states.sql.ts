// What is active of resources. Prisma cannot say it: sources are told as one text, and the resources are locked.
import type { Queryable } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'

type StateRow = { readonly id: string; readonly state: string }

/** Returns of each resource of the tenant among `ids` a text that is another one once its contents are others. */
export async function readResourceStates(
  on: Queryable,
  tenantId: string,
  ids: readonly string[],
  locks: boolean,
): Promise<ReadonlyMap<string, string>> {
  const lock = locks ? Prisma.sql`FOR SHARE OF k` : Prisma.empty
  const collections = await on.$queryRaw<StateRow[]>`
    SELECT k.id, concat_ws(' ', k.active_index_id, k.revision, (
      SELECT md5(string_agg(concat_ws(' ', s.id, s.active_version_id, s.revision), ',' ORDER BY s.id)) FROM source s WHERE s.collection_id = k.id
    )) AS state
    FROM collection k WHERE k.tenant_id = ${tenantId}::uuid AND k.id = ANY(${[...ids]}::uuid[]) ORDER BY k.id ${lock}`
  const datasets = await on.$queryRaw<StateRow[]>`
    SELECT k.id, coalesce(k.published_version::text, '') AS state
    FROM dataset k WHERE k.tenant_id = ${tenantId}::uuid AND k.id = ANY(${[...ids]}::uuid[]) ORDER BY k.id ${lock}`
  return new Map([...collections, ...datasets].map(({ id, state }) => [id, state]))
}

// Sources in the order of a list, and what a list says of all. Prisma cannot say it: keys of two columns, the latest content of each
// source, the elements of arrays, row locks, and another value for each of many rows.
import type { SourceState } from '@heddle/contracts/collection/collection'
import type { sourceSorts } from '@heddle/contracts/collection/source'
import type { Queryable } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'

export type SourceFilters = {
  readonly keyword?: string | undefined
  readonly state?: string[] | undefined
  readonly kind?: string[] | undefined
  readonly tag?: string | undefined
  readonly findings?: string[] | undefined
  readonly sort: (typeof sourceSorts)[number]
  readonly direction: 'asc' | 'desc'
}

/** What a source is sorted by, as text, and its id. */
export type SourceCursor = { readonly value: string; readonly id: string }

const sortKeys = {
  created: { column: Prisma.sql`s.created_at`, type: Prisma.sql`timestamptz` },
  updated: { column: Prisma.sql`s.updated_at`, type: Prisma.sql`timestamptz` },
  title: { column: Prisma.sql`lower(s.title)`, type: Prisma.sql`text` },
  size: { column: Prisma.sql`coalesce(v.size_bytes, 0)`, type: Prisma.sql`int` },
} as const

const latestVersion = Prisma.sql`LEFT JOIN LATERAL (
  SELECT id, size_bytes, name FROM source_version WHERE source_id = s.id ORDER BY id DESC LIMIT 1
) v ON true`

function matches(collectionId: string, { keyword, state, kind, tag, findings }: SourceFilters) {
  const conditions = [Prisma.sql`s.collection_id = ${collectionId}::uuid`]
  if (keyword)
    conditions.push(Prisma.sql`strpos(
      lower(normalize(concat_ws(E'\n', s.title, v.name, s.folder, s.url), NFKC)), lower(normalize(${keyword}, NFKC))) > 0`)
  if (state) conditions.push(Prisma.sql`s.state::text = ANY(${state})`)
  if (kind) conditions.push(Prisma.sql`s.kind::text = ANY(${kind})`)
  if (tag) conditions.push(Prisma.sql`${tag} = ANY(s.tags)`)
  // Those of the content that is searched, else of the latest; not by `v`, which would be looked up for each source of the collection.
  if (findings)
    conditions.push(Prisma.sql`s.id IN (
      SELECT c.source_id FROM source_version c, jsonb_to_recordset(c.findings) AS f(kind text)
      WHERE f.kind = ANY(${findings}) AND (c.id = s.active_version_id OR (s.active_version_id IS NULL
        AND NOT EXISTS (SELECT FROM source_version n WHERE n.source_id = s.id AND n.id > c.id))))`)
  return Prisma.join(conditions, ' AND ')
}

/** Returns the keys of a page of a collection's sources. */
export async function findSourceKeys(
  on: Queryable,
  collectionId: string,
  filters: SourceFilters,
  { after, take }: { readonly after: SourceCursor | null; readonly take: number },
): Promise<SourceCursor[]> {
  const { column, type } = sortKeys[filters.sort]
  const [direction, isAfter] = filters.direction === 'asc' ? [Prisma.sql`ASC`, Prisma.sql`>`] : [Prisma.sql`DESC`, Prisma.sql`<`]
  const range = after ? Prisma.sql`AND (${column}, s.id) ${isAfter} (${after.value}::${type}, ${after.id}::uuid)` : Prisma.empty
  return on.$queryRaw<SourceCursor[]>`
    SELECT s.id, (${column})::text AS value FROM source s ${latestVersion}
    WHERE ${matches(collectionId, filters)} ${range}
    ORDER BY ${column} ${direction}, s.id ${direction} LIMIT ${take}`
}

/** Returns how many sources match, up to `max` and one more. */
export async function countMatchingSources(on: Queryable, collectionId: string, filters: SourceFilters, max: number): Promise<number> {
  const rows = await on.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM source s ${latestVersion} WHERE ${matches(collectionId, filters)} LIMIT ${max + 1}
    ) AS found`
  return rows[0]?.count ?? 0
}

export type SourceOverview = { readonly states: Partial<Record<SourceState, number>>; readonly tags: string[] }

/** Returns the states of a collection's sources with their numbers, and the tags in use, at most 200. */
export async function findSourceOverview(on: Queryable, collectionId: string): Promise<SourceOverview> {
  const [overview] = await on.$queryRaw<SourceOverview[]>`
    SELECT
      coalesce((SELECT jsonb_object_agg(state, count) FROM (
        SELECT state::text AS state, count(*)::int AS count FROM source WHERE collection_id = ${collectionId}::uuid GROUP BY state
      ) states), '{}') AS states,
      coalesce((SELECT jsonb_agg(tag ORDER BY tag) FROM (
        SELECT DISTINCT unnest(tags) AS tag FROM source WHERE collection_id = ${collectionId}::uuid ORDER BY tag LIMIT 200
      ) used), '[]') AS tags`
  return overview ?? { states: {}, tags: [] }
}

/** Writes which sources others replace, in one statement. */
export async function writeReplacements(tx: Queryable, replaced: readonly { readonly id: string; readonly replacedById: string }[]) {
  await tx.$executeRaw`
    UPDATE source s SET replaced_by_id = r.by_id
    FROM unnest(${replaced.map(({ id }) => id)}::uuid[], ${replaced.map(({ replacedById }) => replacedById)}::uuid[]) AS r(id, by_id)
    WHERE s.id = r.id`
}

/**
 * Additions to a collection and deletions from it take turns here, so that they see each other's. Null for a collection that is not the
 * tenant's.
 */
export async function lockCollection(tx: Queryable, tenantId: string, id: string): Promise<{ isPaused: boolean } | null> {
  const [row = null] = await tx.$queryRaw<{ isPaused: boolean }[]>`
    SELECT is_paused AS "isPaused" FROM collection WHERE id = ${id}::uuid AND tenant_id = ${tenantId}::uuid FOR NO KEY UPDATE`
  return row
}

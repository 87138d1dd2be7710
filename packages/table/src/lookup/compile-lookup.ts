// Compiles the one statement that looks up the texts of a plan: which of them are in the rows, and what is nearest to those that are not.
import type { Statement } from '../compile/compile-plan.ts'
import { createParameters, type Parameters } from '../compile/parameters.ts'
import type { ColumnUse, QueryTable } from '../query-table.ts'
import { baseAlias, nameStored, nameTypedTable } from '../typed-table.ts'
import type { AskedText } from '../check/list-texts.ts'

/** Texts of a plan for which near ones are searched: each is a scan of the column. */
const maxMissing = 3
export const maxNearest = 5
/** Longer texts are prose, which is found with `contains`. */
const maxKeyLength = 200
/** Pairs of neighbors of an asked text that are compared. */
const maxPairs = 24

export type FoundText = {
  /** `c2`, or `c4.c2`. */
  readonly ref: string
  /** The key that was asked for. */
  readonly asked: string
  readonly key: string
  /** How the rows have it: one of its writings. */
  readonly value: string
  /** Whether it is what was asked for, or only near to it. */
  readonly is_same: boolean
}

/** Returns a statement whose rows are `FoundText`, the nearest first; null when no text is of a column of type `text`. */
export function compileLookup(texts: readonly AskedText[], table: QueryTable): Statement | null {
  const uses = new Map(texts.filter(({ use }) => use.column.type === 'text').map(({ use }) => [use.ref, use]))
  if (uses.size === 0) return null
  const parameters = createParameters()
  const parts = Array.from(uses.values(), (use) => {
    const keys = new Set(texts.filter((text) => text.use.ref === use.ref).map(({ key }) => key))
    return compileColumn(use, [...keys], table, parameters)
  })
  return { text: `${parts.join('\nUNION ALL\n')}\nORDER BY ref, asked, is_same DESC, nearness DESC, key`, values: parameters.values }
}

function compileColumn({ ref, column, link }: ColumnUse, keys: readonly string[], table: QueryTable, parameters: Parameters): string {
  const { number } = link === null ? table : (table.links[link] ?? table)
  const from = `FROM ${nameTypedTable(number)} ${baseAlias}`
  const { value, key } = nameStored(baseAlias, column)
  const name = parameters.add(ref, 'text')
  // One term for each pair, without a subquery for each key.
  const hits = Array.from({ length: maxPairs }, (_, index) => `coalesce((strpos(k.padded, m.pairs[${index + 1}]) > 0)::int, 0)`).join(' + ')
  // Texts that are there end their scan at their first row; the keys are listed only for those that are not.
  return `(
WITH asked AS MATERIALIZED (
  SELECT a.key, a.n, same.value FROM unnest(${parameters.add(keys, 'text[]')}) WITH ORDINALITY a(key, n)
  LEFT JOIN LATERAL (SELECT ${value} AS value ${from} WHERE ${key} = a.key LIMIT 1) same ON true
), keys AS MATERIALIZED (
  SELECT ${key} COLLATE "C" AS key, min(${value} COLLATE "C") AS value, ' ' || ${key} || ' ' AS padded, char_length(${key}) + 1 AS pairs
  ${from} WHERE char_length(${key}) <= ${maxKeyLength} GROUP BY ${key}
), missing AS (
  SELECT a.key, ARRAY(SELECT DISTINCT substr(' ' || a.key || ' ', i, 2) FROM generate_series(1, least(char_length(a.key) + 1, ${maxPairs})) i) AS pairs
  FROM asked a WHERE a.value IS NULL ORDER BY a.n LIMIT ${maxMissing}
)
SELECT ${name} AS ref, a.key AS asked, a.key AS key, a.value, true AS is_same, 1::double precision AS nearness FROM asked a WHERE a.value IS NOT NULL
UNION ALL
SELECT ${name}, m.key, near.key, near.value, false, near.nearness
FROM missing m CROSS JOIN LATERAL (
  SELECT k.key, k.value, 2 * (${hits})::double precision / (k.pairs + cardinality(m.pairs)) AS nearness
  FROM keys k ORDER BY nearness DESC, k.key LIMIT ${maxNearest}
) near
WHERE near.nearness > 0
)`
}

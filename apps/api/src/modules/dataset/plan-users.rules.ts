// Which fixed plans of workflows need a column or a measure that a dataset would lose.
import type { TableDefinition } from '@heddle/contracts/dataset/column'
import { FixedPlan } from '@heddle/contracts/dataset/fixed-plan'
import { z } from 'zod'
import { isLost } from './definition.rules.ts'
import { listReferences } from './query/query-table.ts'

type Change = { readonly before: TableDefinition; readonly after: TableDefinition }

/** Returns what a plan names: `c2`, `c4.c2`, `m1`. */
const listNames = ({ select = [], where = [], group_by = [], aggregates = [], order_by = [] }: FixedPlan): string[] => [
  ...select,
  ...group_by,
  ...[...where, ...aggregates, ...order_by].flatMap(({ column }) => column ?? []),
]

/** Returns what is lost of a dataset by a change: the ids of its columns and measures. */
export const listLost = ({ before, after }: Change): string[] => [
  // A plan can name a column that is no longer the key.
  ...before.columns.filter((column) => isLost({ ...column, key: false }, after.columns)).map(({ id }) => id),
  ...before.measures.filter(({ id }) => after.measures.every((measure) => measure.id !== id)).map(({ id }) => id),
]

/** What is lost of which dataset. */
type Loss = { readonly datasetId: string; readonly lost: readonly string[] }

/** A plan, and the dataset that it is over. */
type Query = { readonly datasets: readonly string[]; readonly plan: FixedPlan }
/** The columns of a dataset, of its draft or its published version. */
type Table = { readonly id: string; readonly columns: TableDefinition['columns'] }

const Queries = z.array(z.object({ datasets: z.array(z.string()), plan: FixedPlan }))

/** Returns the plans of stored settings. */
export const readQueries = (stored: unknown): Query[] => Queries.parse(stored)

/** Whether a plan names what is lost, of its dataset itself or of one that the columns of its dataset refer to. */
export function usesLost({ datasets, plan }: Query, tables: readonly Table[], { datasetId, lost }: Loss): boolean {
  const names = tables
    .filter(({ id }) => datasets.includes(id))
    .flatMap(({ id, columns }) => {
      const links = listReferences({ columns }).filter(([, referredId]) => referredId === datasetId)
      return id === datasetId ? lost : links.flatMap(([link]) => lost.map((part) => `${link}.${part}`))
    })
  return listNames(plan).some((name) => names.some((each) => name === each || name.startsWith(`${each}.`)))
}

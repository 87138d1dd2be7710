// What the file of a dataset says of it: nothing of its site, its users or another dataset but the columns that it refers to.
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import {
  datasetFormat,
  type DatasetFileNotice,
  DatasetManifest,
  type FileColumn,
  type FileLink,
} from '@heddle/contracts/dataset/dataset-file'
import { areComparable } from '@heddle/table/query-table'
import type { z } from 'zod'
import { presentText } from '../../../platform/http/presenting.ts'
import { assertNoProblems } from '../dataset.checks.ts'
import { presentDefinition, readThreshold } from '../dataset.presenter.ts'
import type { DatasetRecord } from '../dataset.repository.ts'
import { changeDefinition, createKindDefinition, type Definition } from '../definition.rules.ts'

type Linked = { readonly name: unknown; readonly columns: readonly DatasetColumn[] }

/** A table of this site that a column may refer to. */
type Candidate = { readonly id: string; readonly name: string; readonly columns: readonly DatasetColumn[] }

type Measures = readonly { readonly formula: string }[]

/** Whether a formula reads the column of a dataset that another column refers to, or any of its columns. */
const readsLinked = ({ formula }: Measures[number], link: string, column = 'c[0-9]+') =>
  new RegExp(String.raw`\b${link}\.${column}\b`).test(formula)

function describeLink(link: string, target: Linked, measures: Measures): FileLink {
  const columns = target.columns.filter(({ id, key }) => key === true || measures.some((measure) => readsLinked(measure, link, id)))
  return {
    dataset: presentText(target.name),
    columns: columns.map(({ id, name, type, key = false }) => ({ id, name, type, key })),
  }
}

type Content = {
  readonly dataset: DatasetRecord
  readonly linked: ReadonlyMap<string, Linked>
  readonly publishedNote: string | null
}

function describeDataset({ dataset, linked }: Content): z.input<typeof DatasetManifest>['dataset'] {
  const named = { name: presentText(dataset.name), description: presentText(dataset.description), access: dataset.access }
  if (dataset.kind === 'qa')
    return { kind: 'qa', ...named, matching: { embedding_model: dataset.embeddingModel, threshold: readThreshold(dataset) } }
  if (dataset.kind === 'eval') return { kind: 'eval', ...named }
  const { columns, measures } = presentDefinition(dataset)
  return {
    kind: 'table',
    ...named,
    columns: columns.map(({ refers_to: refersTo, ...column }) => {
      const target = refersTo === undefined ? undefined : linked.get(refersTo)
      return target ? { ...column, link: describeLink(column.id, target, measures) } : column
    }),
    measures,
  }
}

/** Returns the manifest of a dataset. Throws for one that no site would import. */
export const describeManifest = (content: Content): DatasetManifest =>
  DatasetManifest.parse({
    format: datasetFormat,
    dataset: describeDataset(content),
    rows: content.dataset.rowCount,
    published_note: content.publishedNote,
  } satisfies z.input<typeof DatasetManifest>)

/** The names of the datasets that a file refers to. */
export const listLinkedNames = ({ dataset }: DatasetManifest): string[] =>
  dataset.kind === 'table' ? dataset.columns.flatMap(({ link }) => (link ? [link.dataset.default] : [])) : []

/** Returns the one dataset of the name that has the columns of a link, with the same ids: formulas name them by these. */
function findTarget({ dataset, columns }: FileLink, { type }: FileColumn, candidates: readonly Candidate[]): Candidate | null {
  const hasAll = (target: Candidate) =>
    columns.every((wanted) => {
      const column = target.columns.find(({ id }) => id === wanted.id)
      const isSame = column?.name.default === wanted.name.default && (column.key ?? false) === wanted.key
      return column && isSame && areComparable(column.type, wanted.key ? type : wanted.type)
    })
  const found = candidates.filter((each) => each.name === dataset.default && hasAll(each))
  return found.length === 1 ? (found[0] ?? null) : null
}

const toNumber = ({ id }: { readonly id: string }) => Number(id.slice(1))
const findNext = (parts: readonly { readonly id: string }[]) => Math.max(0, ...parts.map(toNumber)) + 1

/**
 * Returns the columns and measures of a file with their own ids, by which its cells and formulas name them. A column whose link leads nowhere
 * at this site is a plain one, and measures that need the link are left out.
 */
export function readDefinition(
  { dataset }: DatasetManifest,
  candidates: readonly Candidate[],
): { readonly definition: Definition; readonly notices: readonly DatasetFileNotice[] } {
  if (dataset.kind !== 'table') {
    const definition = createKindDefinition(dataset.kind)
    if (!definition) throw new Error(`Kind ${dataset.kind} has no columns`)
    return { definition, notices: [] }
  }
  const linked = dataset.columns.map((column) => ({ column, target: column.link ? findTarget(column.link, column, candidates) : null }))
  const lost = linked.flatMap(({ column, target }) => (column.link && !target ? [{ ...column, link: column.link }] : []))
  const columns = linked.map(({ column: { link, ...column }, target }) => ({ ...column, ...(link && target && { refers_to: target.id }) }))
  const isLost = (measure: Measures[number]) => lost.some(({ id }) => readsLinked(measure, id))
  const measures = dataset.measures.filter((measure) => !isLost(measure))
  const next = { nextColumn: findNext(columns), nextMeasure: findNext(dataset.measures) }
  const { draft, problems } = changeDefinition({ columns, measures, ...next }, { columns, measures })
  assertNoProblems(problems)
  return {
    definition: draft,
    notices: [
      ...lost.map(({ name, link }) => ({ reason: 'link_removed' as const, name, dataset: link.dataset })),
      ...dataset.measures.filter(isLost).map(({ name }) => ({ reason: 'measure_removed' as const, name })),
    ],
  }
}

// Makes one result of several, of which some may be empty: after branches, and after searches in several collections.
import type { MergeResultsNode } from '@heddle/contracts/workflow/workflow-graph'
import { listReferences } from '../graph/template.ts'
import type { NodeType } from '../node-type.ts'
import type { Passage } from '../passage.ts'
import { renderValue, type TypedValue } from '../value.ts'

/** The merged results as `text`; those that are passages also as `passages`. */
export const mergeResultsNode: NodeType<MergeResultsNode> = {
  fields: () => ({ text: 'text', passages: 'passages' }),
  templates: ({ config }) => Object.fromEntries(config.sources.map((source, at) => [`config.sources.${at}`, source])),
  findProblems: ({ config }) =>
    config.sources.length > 0 ? [] : [{ field: 'config.sources', code: 'field_missing', message: 'There is no result to merge.' }],
  expectsEmpty: true,
  async *run({ config }, { read, numberPassage }) {
    const found = config.sources
      .flatMap((source) => listReferences(source))
      .flatMap((reference) => read(reference) ?? [])
      .filter(hasText)
    const used = config.mode === 'first' ? found.slice(0, 1) : found
    const passages = mergePassages(used.flatMap(({ type, value }) => (type === 'passages' ? value : []))).map(
      // Those that an author gives to a node alone may be of several runs.
      (passage) => ({ ...passage, number: numberPassage(passage.id) }),
    )
    if (passages.length > 0) yield { type: 'passages', passages }
    const merged: TypedValue[] = passages.length > 0 ? [{ type: 'passages', value: passages }] : []
    const texts = [...used.filter(({ type }) => type !== 'passages'), ...merged].map(({ type, value }) => renderValue(type, value))
    return { output: { text: texts.join(config.separator), passages } }
  },
}

const hasText = ({ type, value }: TypedValue) => renderValue(type, value).trim() !== ''

/** Returns each passage once, with its best score, the best first and those without a score last. */
export function mergePassages(passages: readonly Passage[]): Passage[] {
  const best = [...Map.groupBy(passages, ({ id }) => id).values()].map((same) =>
    same.reduce((found, each) => (compareScores(each, found) < 0 ? each : found)),
  )
  return best.toSorted(compareScores)
}

const compareScores = (a: Passage, b: Passage) => {
  if (a.score === null || b.score === null) return Number(a.score === null) - Number(b.score === null)
  return b.score - a.score
}

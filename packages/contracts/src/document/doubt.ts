// The findings that make a text doubtful; all others are information.
import { FindingKind, type ReadingFinding } from './reading.ts'

export const DoubtKind = FindingKind.extract([
  'encoding_uncertain',
  'characters_unreadable',
  'cells_unreadable',
  'formulas_uncalculated',
  'little_text',
  'recognition_uncertain',
  'cut',
])
export type DoubtKind = (typeof DoubtKind.options)[number]

const doubts: ReadonlySet<FindingKind> = new Set(DoubtKind.options)

const isDoubt = (kind: FindingKind): kind is DoubtKind => doubts.has(kind)

/** Returns the kinds of those findings that make the text doubtful. */
export const listDoubts = (findings: readonly Pick<ReadingFinding, 'kind'>[]): DoubtKind[] =>
  findings.map(({ kind }) => kind).filter(isDoubt)

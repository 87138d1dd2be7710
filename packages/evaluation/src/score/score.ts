// What one measure says of one answer.

/** What is missing or too much. The reader's language has a text for each. */
export type FindingCode =
  | 'source_not_retrieved'
  | 'source_not_cited'
  | 'unexpected_source_cited'
  | 'number_missing'
  | 'point_missing'
  | 'not_exact'
  | 'row_missing'
  | 'unexpected_row'
  | 'wrong_order'
  | 'not_refused'
  | 'figure_in_refusal'
  | 'source_in_refusal'
  | 'wrong_language'

export type Finding = {
  readonly code: FindingCode
  /** What it is about, as it was written: a point, a figure, a passage, the cells of a row. */
  readonly value?: string
}

export type Score = {
  /** From 0 to 1. */
  readonly score: number
  readonly findings: readonly Finding[]
}

export const createFindings = (code: FindingCode, values: readonly string[]): Finding[] => values.map((value) => ({ code, value }))

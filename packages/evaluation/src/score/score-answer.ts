// All measures of one answer that need no model.
import type { AnswerLanguage } from '@heddle/text/language/script-check'
import { type ExpectedSource, type FoundPassage, isNamed } from './expected-source.ts'
import { toPlainText } from './plain-text.ts'
import type { Score } from './score.ts'
import { scoreLanguage } from './score-language.ts'
import { scoreNumbers } from './score-numbers.ts'
import { scoreRefusal } from './score-refusal.ts'
import { type ExpectedRows, type Row, scoreRows } from './score-rows.ts'
import { type RetrievedPassage, scoreCited, scoreRetrieved } from './score-sources.ts'
import { scoreExact, scorePoints } from './score-texts.ts'

/** What a row of an evaluation set expects. */
export type ExpectedAnswer = {
  readonly question: string
  readonly language: AnswerLanguage
  readonly answer?: string | undefined
  readonly points?: readonly string[] | undefined
  readonly sources?: readonly ExpectedSource[] | undefined
  readonly rows?: ExpectedRows | undefined
  readonly mustRefuse?: boolean | undefined
}

export type GivenAnswer = {
  /** In Markdown, with its citations. */
  readonly text: string
  /** In the order of the search. */
  readonly retrieved: readonly RetrievedPassage[]
  readonly cited: readonly FoundPassage[]
  /** Of a query over a dataset; null when there was none. */
  readonly rows: readonly Row[] | null
}

export const metrics = [
  'recall_at_k',
  'hit_at_1',
  'mrr_at_10',
  'citation_precision',
  'citation_recall',
  'numbers',
  'points',
  'exact',
  'rows',
  'refusal',
  'language',
] as const
export type Metric = (typeof metrics)[number]

/**
 * Returns each measure of an answer, null where the row expects nothing of the kind. Figures are expected by the points, or by the answer where
 * there are none.
 *
 * @param k of the search, for the recall
 */
export function scoreAnswer(expected: ExpectedAnswer, given: GivenAnswer, k: number): Readonly<Record<Metric, Score | null>> {
  const { question, language, answer, points = [], rows, mustRefuse = false } = expected
  const sources = (expected.sources ?? []).filter(isNamed)
  const { text, retrieved, cited } = given
  const plain = toPlainText(text)
  const found = scoreRetrieved(sources, retrieved, k)
  const citations = scoreCited(sources, cited)
  return {
    recall_at_k: found?.recallAtK ?? null,
    hit_at_1: found?.hitAt1 ?? null,
    mrr_at_10: found?.mrrAt10 ?? null,
    citation_precision: citations?.precision ?? null,
    citation_recall: citations?.recall ?? null,
    numbers: scoreNumbers(points.length > 0 ? points : [answer ?? ''], text),
    points: scorePoints(points, plain),
    exact: scoreExact(answer, plain),
    rows: scoreRows(rows, given.rows),
    refusal: scoreRefusal({ mustRefuse, question }, { text, cited }),
    language: scoreLanguage(language, question, text),
  }
}

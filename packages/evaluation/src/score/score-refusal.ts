// Whether an answer declines where it has to.
import type { FoundPassage } from './expected-source.ts'
import { isSameFigure } from './equal-figures.ts'
import { listFigures } from './figures.ts'
import { refusalWords } from './refusal-words.ts'
import { createFindings, type Finding, type Score } from './score.ts'
import { createContainment } from './tokens.ts'

type Refusal = { readonly mustRefuse: boolean; readonly question: string }
type Answer = { readonly text: string; readonly cited: readonly FoundPassage[] }

/**
 * Returns 1 when an answer says that it declines, cites nothing, and has no figure but those of the question, else 0; null of a row that may be
 * answered.
 */
export function scoreRefusal({ mustRefuse, question }: Refusal, { text, cited }: Answer): Score | null {
  if (!mustRefuse) return null
  const asked = listFigures(question)
  const given = listFigures(text).filter((figure) => !asked.some((each) => isSameFigure(each, figure)))
  const findings: Finding[] = [
    ...(refusalWords.some(createContainment(text)) ? [] : [{ code: 'not_refused' } as const]),
    ...createFindings(
      'figure_in_refusal',
      given.map((figure) => figure.text),
    ),
    ...createFindings(
      'source_in_refusal',
      cited.map((passage) => passage.text),
    ),
  ]
  return { score: findings.length === 0 ? 1 : 0, findings }
}

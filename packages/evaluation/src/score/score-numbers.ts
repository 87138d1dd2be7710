// Whether the figures that are expected are in an answer.
import { isSameFigure } from './equal-figures.ts'
import { listFigures } from './figures.ts'
import { createFindings, type Score } from './score.ts'

/** Figures of the expected texts that are looked for: each is compared with every figure of the answer. */
const maxFigures = 200

/** Returns the share of the figures of the expected texts that an answer has, in whatever unit; null when they have none. */
export function scoreNumbers(expectedTexts: readonly string[], answer: string): Score | null {
  const expected = expectedTexts
    .flatMap(listFigures)
    .filter(({ isEnd }) => !isEnd)
    .slice(0, maxFigures)
  if (expected.length === 0) return null
  const given = listFigures(answer)
  const missing = expected.filter((figure) => !given.some((each) => isSameFigure(figure, each)))
  const texts = [...new Set(missing.map(({ text }) => text))]
  return { score: 1 - missing.length / expected.length, findings: createFindings('number_missing', texts) }
}

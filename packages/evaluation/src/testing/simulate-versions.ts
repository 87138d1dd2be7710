// Versions of a workflow whose quality is known, asked as an evaluation run asks them: what the gate blocks of them is counted.
import { isBeyondTolerance } from '../gate/check-gate.ts'
import type { Sensitivity } from '../gate/sensitivity.ts'
import { findMeanChange, pairRows } from '../run/compare-runs.ts'
import { type Attempt, type RunFigure, type RunRow, summarizeRun } from '../run/summarize-run.ts'
import { createRandom, type Random } from '../statistics/random.ts'

export type SetUp = { readonly rows: number; readonly repeats: number }

export const setUps: readonly SetUp[] = [20, 40, 60, 120].flatMap((rows) => [1, 3, 5].map((repeats) => ({ rows, repeats })))
export const comparisons = 500
const seed = 9_107
/** The share of its always right rows in those that are always right or wrong. */
const rightShare = 0.7

/** Returns how often each row is right: a fifth to two fifths of them by a chance of .3 to .7, the others always or never. */
function drawChances(rows: number, random: Random): number[] {
  const noisy = Math.round(rows * (0.2 + 0.2 * random()))
  const right = Math.round((rows - noisy) * rightShare)
  return Array.from({ length: rows }, (_, index) => (index < right ? 1 : index < rows - noisy ? 0 : 0.3 + 0.4 * random()))
}

/** Returns the chances of a version that is worse by so many points: rows that were always right are always wrong. */
const loseRows = (chances: readonly number[], points: number) =>
  chances.map((chance, index) => (index < Math.round((chances.length * points) / 100) ? 0 : chance))

function askAll(rows: readonly RunRow[], chances: readonly number[], repeats: number, random: Random): RunFigure {
  const attempts: Attempt[] = rows.flatMap(({ id: rowId }, index) =>
    Array.from({ length: repeats }, (_, repeat) => ({
      rowId,
      repeat: repeat + 1,
      outcome: 'finished',
      score: random() < (chances[index] ?? 0) ? 1 : 0,
    })),
  )
  return summarizeRun({ rows, repeats, today: '2026-11-27' }, attempts)
}

/** Yields the run of a published version beside those of drafts that lost so many points, `comparisons` times. */
export function* simulateRuns({ rows: count, repeats }: SetUp, losses: readonly number[]): Generator<[RunFigure, RunFigure[]]> {
  const random = createRandom(seed + count * 10 + repeats)
  const rows = Array.from({ length: count }, (_, index) => ({ id: String(index), language: 'en', tags: [] }))
  for (let done = 0; done < comparisons; done += 1) {
    const chances = drawChances(count, random)
    const published = askAll(rows, chances, repeats, random)
    yield [published, losses.map((points) => askAll(rows, loseRows(chances, points), repeats, random))]
  }
}

/** Returns the shares that the gate's tolerance blocks in a set-up. */
export function simulateSensitivity(setUp: SetUp): Sensitivity {
  const blocked = [0, 0, 0]
  for (const [published, drafts] of simulateRuns(setUp, [0, 5, 10])) {
    for (const [index, draft] of drafts.entries()) {
      const change = findMeanChange(pairRows(published, draft)) ?? 0
      if (isBeyondTolerance(change)) blocked[index] = (blocked[index] ?? 0) + 1
    }
  }
  const [blockedEqual = 0, caught5 = 0, caught10 = 0] = blocked.map((count) => count / comparisons)
  return { ...setUp, blockedEqual, caught5, caught10 }
}

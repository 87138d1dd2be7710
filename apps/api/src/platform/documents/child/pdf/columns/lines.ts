// Lines of runs on the same baseline.
import { maxOf, minOf } from '../extent.ts'
import { type PageFragment, isIdeographic, joinFragments } from '../fragment.ts'
import type { TextRun } from '../run.ts'

export type RunLine = {
  /** From left to right. */
  readonly runs: readonly TextRun[]
  readonly x: number
  readonly right: number
  readonly y: number
  readonly size: number
}

/** Returns the lines of runs, the highest first. */
export function groupLines(runs: readonly TextRun[]): RunLine[] {
  const groups: TextRun[][] = []
  for (const run of runs.toSorted((one, other) => other.y - one.y)) {
    const last = groups.at(-1)
    const reference = last?.[0]
    if (last && reference && reference.y - run.y < 0.5 * Math.min(reference.size, run.size)) last.push(run)
    else groups.push([run])
  }
  return groups.map((group) => createLine(group.toSorted((one, other) => one.x - other.x)))
}

function createLine(runs: readonly TextRun[]): RunLine {
  const longest = runs.reduce((longestRun, run) => (run.fragment.text.length > longestRun.fragment.text.length ? run : longestRun))
  return {
    runs,
    x: minOf(runs, ({ x }) => x),
    right: maxOf(runs, ({ right }) => right),
    y: longest.y,
    size: longest.size,
  }
}

export function toFragment({ runs }: Pick<RunLine, 'runs'>): PageFragment {
  return joinFragments(
    runs.map(({ fragment }) => fragment),
    (index) => {
      const [before, after] = [runs[index - 1], runs[index]]
      if (!before || !after) return ''
      const isClose = after.x - before.right < 0.7 * after.size
      return isClose && isIdeographic(before.fragment.text, after.fragment.text) ? '' : ' '
    },
  )
}

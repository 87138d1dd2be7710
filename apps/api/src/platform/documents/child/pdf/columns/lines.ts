// Lines of runs on the same baseline.
import { maxOf, minOf } from '../extent.ts'
import { type Fragment, isIdeographic, joinFragments } from '../fragment.ts'
import type { Run } from '../run.ts'

export type Line = {
  /** From left to right. */
  readonly runs: readonly Run[]
  readonly x: number
  readonly right: number
  readonly y: number
  readonly size: number
}

/** Returns the lines of runs, the highest first. */
export function groupLines(runs: readonly Run[]): Line[] {
  const groups: Run[][] = []
  for (const run of runs.toSorted((one, other) => other.y - one.y)) {
    const last = groups.at(-1)
    const reference = last?.[0]
    if (last && reference && reference.y - run.y < 0.5 * Math.min(reference.size, run.size)) last.push(run)
    else groups.push([run])
  }
  return groups.map((group) => createLine(group.toSorted((one, other) => one.x - other.x)))
}

function createLine(runs: readonly Run[]): Line {
  const longest = runs.reduce((most, run) => (run.fragment.text.length > most.fragment.text.length ? run : most))
  return {
    runs,
    x: minOf(runs, ({ x }) => x),
    right: maxOf(runs, ({ right }) => right),
    y: longest.y,
    size: longest.size,
  }
}

export function toFragment({ runs }: Pick<Line, 'runs'>): Fragment {
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

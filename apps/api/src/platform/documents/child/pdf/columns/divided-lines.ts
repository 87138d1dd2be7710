// Divides lines at the narrow gaps between the cells of a table: where the file writes no blank, and other lines have the same edges.
import type { RunLine } from './lines.ts'
import type { TextRun } from '../run.ts'

/** Lines above and below one that may be rows of the same table. */
const maxRowsBeside = 20
/** In font sizes: how far edges of one column are from each other. */
const tolerance = 0.3

/** Between a title and its page. */
const leader = /^[.·․…\s]+$/u

type Edges = Pick<TextRun, 'x' | 'right'>

const isAligned = (one: Edges, other: Edges, size: number) =>
  Math.min(Math.abs(one.x - other.x), Math.abs(one.right - other.right), Math.abs(one.x + one.right - other.x - other.right) / 2) <=
  tolerance * size

const listParts = ({ runs }: RunLine): readonly TextRun[] => runs.flatMap((run) => run.parts ?? [run])

/** Returns the lines; each of their runs is divided if the edge or the middle of each of its parts is that of one in another line. */
export function divideLines(lines: readonly RunLine[]): readonly RunLine[] {
  const isDivisible = ({ runs }: RunLine) => runs.some(({ parts }) => parts)
  if (!lines.some(isDivisible)) return lines
  const parts = lines.map(listParts)
  return lines.map((line, index) => {
    if (!isDivisible(line) || parts[index]?.some(({ fragment }) => leader.test(fragment.text))) return line
    const others = [...parts.slice(Math.max(index - maxRowsBeside, 0), index), ...parts.slice(index + 1, index + 1 + maxRowsBeside)].flat()
    const isInColumn = (part: TextRun) => others.some((other) => isAligned(part, other, line.size))
    return { ...line, runs: line.runs.flatMap((run) => (run.parts?.every(isInColumn) ? run.parts : [run])) }
  })
}

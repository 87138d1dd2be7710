// The CPU time of two readers over the same files, in pairs whose order alternates: the machine's other load falls on both.
import { printTable } from '../report.ts'
import { readTreeCpuMilliseconds } from '../testbed/process-tree.ts'
import type { ReadFile, CorpusFileOnDisk } from './reader-of.ts'

export type Speed = {
  readonly format: string
  readonly files: number
  readonly before: number
  readonly after: number
  readonly ratios: readonly number[]
}

/** Returns the CPU time of the reading processes over these files, in milliseconds. */
async function measure(files: readonly CorpusFileOnDisk[], read: ReadFile): Promise<number> {
  const readCpu = () => readTreeCpuMilliseconds(process.pid) - process.cpuUsage().user / 1_000 - process.cpuUsage().system / 1_000
  const begin = readCpu()
  for (const { path, mediaType } of files) await read({ path, mediaType })
  return readCpu() - begin
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export async function compareSpeed(
  files: readonly CorpusFileOnDisk[],
  readers: readonly (readonly [string, ReadFile])[],
  pairs: number,
): Promise<Speed[]> {
  const [[, before], [, after]] = readers as [readonly [string, ReadFile], readonly [string, ReadFile]]
  const speeds: Speed[] = []
  for (const format of new Set(files.map((file) => file.format))) {
    const chosen = files.filter((file) => file.format === format && !file.isRecognized)
    if (chosen.length === 0) continue
    const times: { before: number; after: number }[] = []
    for (let pair = 0; pair < pairs; pair += 1) {
      const isSwapped = pair % 2 === 1
      const first = await measure(chosen, isSwapped ? after : before)
      const second = await measure(chosen, isSwapped ? before : after)
      times.push(isSwapped ? { before: second, after: first } : { before: first, after: second })
    }
    speeds.push({
      format,
      files: chosen.length,
      before: median(times.map((time) => time.before)),
      after: median(times.map((time) => time.after)),
      ratios: times.map((time) => time.after / time.before),
    })
  }
  return speeds
}

export function printSpeed(speeds: readonly Speed[]) {
  if (speeds.length === 0) return
  const rows = speeds.map(({ format, files, before, after, ratios }) => [
    format,
    String(files),
    (before / files).toFixed(0),
    (after / files).toFixed(0),
    `${median(ratios).toFixed(3)} (${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)})`,
  ])
  printTable(
    'CPU time of the reader, a file',
    ['format', 'files', 'before ms', 'after ms', 'after / before, median and range of the pairs'],
    rows,
  )
}

// Reads processes with their descendants from /proc.
import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts process time in ticks of 10 ms. */
const millisecondsPerTick = 10

/** Returns the fields of /proc/PID/stat from the state on; none when there is no such process. The name before it may have spaces. */
function readStat(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}

/** Returns how long the main thread of a process was ready to run and had no core since its start, in milliseconds. */
export const readCoreWaitMilliseconds = (pid: number) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6

export const readParentPid = (pid: number) => Number(readStat(pid)[1])

/** Returns the ids of a process and all its descendants. */
export function readProcessTree(root: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    const parent = readParentPid(pid)
    children.set(parent, [...(children.get(parent) ?? []), pid])
  }
  const tree = [root]
  for (const pid of tree) tree.push(...(children.get(pid) ?? []))
  return tree
}

/** Returns the CPU time of a process and all its descendants since its start, also of those that have ended, in milliseconds. */
export function readTreeCpuMilliseconds(root: number): number {
  // User and system time: the process' own, and that of its ended children.
  const ticks = readProcessTree(root).flatMap((pid) => readStat(pid).slice(11, 15))
  return ticks.reduce((sum, count) => sum + Number(count), 0) * millisecondsPerTick
}

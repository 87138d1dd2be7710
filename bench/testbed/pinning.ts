// Assigns processes to cores: the measured servers share one, so that a measurement counts everything that they do, and the load and the
// model have another, so that they take no time from them.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { readProcessTree } from './process-tree.ts'

const run = promisify(execFile)

/** Lists of cores as `taskset -c` has them. */
export type Cores = { readonly servers: string; readonly load: string; readonly all: string }

/** Returns the numbers of a list such as `0-2,5`. */
function parseCores(list: string): number[] {
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

/** Returns the cores of a measurement, or the reason why nothing is pinned. */
export async function findCores(): Promise<Cores | string> {
  if (process.platform !== 'linux') return 'processes can be pinned on Linux only'
  const all = /^Cpus_allowed_list:\s+(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? ''
  const [servers, load] = parseCores(all)
  if (servers === undefined || load === undefined) return 'this machine has one core'
  const hasTaskset = await run('taskset', ['--version']).then(
    () => true,
    () => false,
  )
  return hasTaskset ? { servers: String(servers), load: String(load), all } : 'there is no taskset (util-linux)'
}

/** Returns the command that runs a program with all its threads on `cores`; unchanged without any. */
export function createPinnedCommand(cores: string | undefined, program: string, args: readonly string[]): readonly [string, ...string[]] {
  return cores === undefined ? [program, ...args] : ['taskset', '-c', cores, program, ...args]
}

/** Moves a running process to `cores`, with its threads and, unless `alone`, its descendants. What they start later follows them. */
export async function pinProcess(pid: number, cores: string, alone = false): Promise<void> {
  // A process that has just ended makes `taskset` fail.
  await Promise.allSettled((alone ? [pid] : readProcessTree(pid)).map((each) => run('taskset', ['-a', '-p', '-c', cores, String(each)])))
}

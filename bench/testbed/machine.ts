// The head of a report: when, where and of which commit.
import { cpus, totalmem } from 'node:os'
import { runProgram } from '../../scripts/processes/program.ts'
import type { Cores } from './pinning.ts'

/** Returns a paragraph with the time, the machine (without its name), the commit and what is pinned. */
export async function describeRun(cores: Cores | string): Promise<string> {
  const { output: commit } = await runProgram('git', ['describe', '--always', '--dirty', '--exclude=*'])
  const gibibytes = (totalmem() / 1024 ** 3).toFixed(0)
  const pinning =
    typeof cores === 'string'
      ? `Nothing is pinned: ${cores}.`
      : `Pinned parts have API and PostgreSQL on core ${cores.servers}, load and model on core ${cores.load}.`
  return `${new Date().toISOString().slice(0, 16)} UTC, ${cpus().length} cores, ${gibibytes} GiB, Node ${process.versions.node}, commit ${commit.trim()}. ${pinning}`
}

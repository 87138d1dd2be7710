// The memory of all processes of `pnpm start` while no one uses it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { readCommandLine } from '../../scripts/processes/processes.ts'
import { root } from '../../scripts/processes/program.ts'
import { readProcessTree } from '../testbed/process-tree.ts'
import { printNote, printTable } from '../report.ts'
import type { Testbed } from '../testbed/testbed.ts'

/** For what the start leaves behind: V8 returns memory some time after it was used. */
const idleMs = { full: 60_000, quick: 15_000 }

/** Without what `pnpm bench` was given by its package manager. */
const outerEnvironment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))

type Usage = { readonly name: string; readonly residentBytes: number; readonly proportionalBytes: number }

/** Not the shell that the package manager runs it in. */
const startScript = /^\S*node\S* .*scripts\/start\.ts/

/** A name for each process that a reader knows; the rest of them are launchers. */
const names: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/apps\/api\/src\/programs\/main-and-worker\.ts/, 'API, worker and demonstration model'],
  [startScript, 'start script'],
]

async function readUsage(pid: number): Promise<Usage | undefined> {
  const command = await readCommandLine(pid)
  if (/^postgres:|\/postgres /.test(command)) return undefined
  // Absent when the process has just ended.
  const file = `/proc/${pid}/smaps_rollup`
  const rollup = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const read = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(rollup)?.[1] ?? 0) * 1024
  const name = names.find(([pattern]) => pattern.test(command))?.[1] ?? `launcher (${command.split(' ', 1)[0]})`
  return { name, residentBytes: read('Rss'), proportionalBytes: read('Pss') }
}

async function waitUntilReady(child: ChildProcess) {
  if (!child.stdout) throw new Error('The start has no output to read.')
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('is ready:')) return
  throw new Error('`pnpm start` ended before it was ready.')
}

async function stop(child: ChildProcess) {
  const tree = child.pid === undefined ? [] : readProcessTree(child.pid)
  // The start script stops its parts in order when it, or the package manager above it, ends.
  for (const pid of tree) if (startScript.test(await readCommandLine(pid))) process.kill(pid, 'SIGTERM')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  while (tree.some((pid) => existsSync(`/proc/${pid}`))) await delay(100)
}

/** Starts the product with a data folder of its own as a user does, and prints the memory of its processes without PostgreSQL. */
export async function runIdleMemory({ isQuick }: Testbed): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'heddle-bench-start-'))
  const child = spawn('npx', ['-y', 'pnpm@12', 'start'], {
    cwd: root,
    env: { ...outerEnvironment, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await waitUntilReady(child)
    child.stdout?.resume()
    await delay(idleMs[isQuick ? 'quick' : 'full'])
    const usages = await Promise.all(readProcessTree(child.pid ?? 0).map(readUsage))
    printIdleMemory(usages.filter((usage) => usage !== undefined))
  } finally {
    await stop(child)
    await rm(dataDir, { recursive: true, force: true })
  }
}

function printIdleMemory(usages: readonly Usage[]) {
  const formatMegabytes = (bytes: number) => (bytes / 1e6).toFixed(0)
  const createRow = (name: string, counted: readonly Usage[]) => [
    name,
    ...(['residentBytes', 'proportionalBytes'] as const).map((key) => formatMegabytes(counted.reduce((sum, usage) => sum + usage[key], 0))),
  ]
  printTable(
    'Idle memory of `pnpm start` without PostgreSQL',
    ['process', 'RSS, MB', 'PSS, MB'],
    [...usages.map((usage) => createRow(usage.name, [usage])), createRow('**all**', usages)],
  )
  printNote(
    'PSS counts shared pages once, in parts; other Node processes of this machine, as this one, make it smaller. RSS counts them in each process.',
  )
}

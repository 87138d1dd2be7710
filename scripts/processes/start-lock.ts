// Allows one `start` for one data folder. The lock file names the process; a killed process leaves it behind.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readCommandLine } from './processes.ts'

/** An error whose message is for the user; not a defect. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

export type StartLock = {
  /** Whether the previous start was killed: its processes may still be ending. */
  readonly wasAbandoned: boolean
  readonly release: () => Promise<void>
}

const isStarter = async (pid: number) => pid !== process.pid && /scripts\/(start|dev)\.ts/.test(await readCommandLine(pid))

/** Locks `dataDir` for this process; throws a `StartError` when another process has it. */
export async function takeStartLock(dataDir: string): Promise<StartLock> {
  const file = join(dataDir, 'start.pid')
  await mkdir(dataDir, { recursive: true })
  const before = Number(await readFile(file, 'utf8').catch(() => ''))
  if (before > 0 && (await isStarter(before))) {
    throw new StartError(`Heddle already runs with its data in ${dataDir} (process ${before}): stop it first, or set DATA_DIR.`)
  }
  await writeFile(file, String(process.pid))
  return { wasAbandoned: before > 0, release: () => rm(file, { force: true }) }
}

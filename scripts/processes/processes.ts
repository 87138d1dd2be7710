// Reads other processes of the system. On Linux from /proc, as slim images have no `ps`.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

async function askPs(pid: number, column: string) {
  const { stdout } = await run('ps', ['-o', `${column}=`, '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.trim()
}

/** Returns the command line of a process; empty when there is no such process. */
export async function readCommandLine(pid: number): Promise<string> {
  if (process.platform !== 'linux') return askPs(pid, 'args')
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
}

/** Returns the parent's id of a process; 0 when there is no such process. */
async function readParent(pid: number): Promise<number> {
  if (process.platform !== 'linux') return Number(await askPs(pid, 'ppid'))
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name, in parentheses, may contain any character; state and parent follow it.
  return Number(
    stat
      .slice(stat.lastIndexOf(')') + 1)
      .trim()
      .split(' ')[1] ?? 0,
  )
}

const isLauncher = (command: string) => /\b(npm|npx|pnpm)\b/.test(command)
const isShell = (command: string) => /(^|\/)(ba|da|z)?sh -c /.test(command)

/** Returns the ids of this process and its ancestors up to the user's package manager; only its own without one. */
export async function readLaunchers(): Promise<number[]> {
  const chain = [process.pid]
  let known = 1
  for (let pid = process.ppid; pid > 1; pid = await readParent(pid)) {
    const command = await readCommandLine(pid)
    if (!isLauncher(command) && !isShell(command)) break
    chain.push(pid)
    if (isLauncher(command) && !isShell(command)) known = chain.length
  }
  return chain.slice(0, known)
}

/** Returns whether each process of `chain` is still the child of the next one. */
export async function isChainIntact(chain: readonly number[]): Promise<boolean> {
  const parents = await Promise.all(chain.slice(0, -1).map(readParent))
  return parents.every((parent, i) => parent === chain[i + 1])
}

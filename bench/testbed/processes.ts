// Child processes of a measurement, and their resource usage.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createPinnedCommand } from './pinning.ts'

export type TestbedProcess = { readonly pid: number; readonly url: string; stop(): Promise<void> }

/** Starts a script, on `cores` if given, and waits for the line in which `address` matches its URL. Throws when the script ends first. */
export async function startTestbedProcess(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  address: RegExp,
  cores?: string,
): Promise<TestbedProcess> {
  const [program, ...programArgs] = createPinnedCommand(cores, process.execPath, [script, ...args])
  const child = spawn(program, programArgs, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await Promise.race([
    findLine(child, address),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${script} ended with ${code} before it listened`))),
  ])
  child.stdout.resume()
  return {
    pid: child.pid ?? 0,
    url,
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function findLine({ stdout }: ChildProcess, pattern: RegExp): Promise<string> {
  if (!stdout) throw new Error('The child has no output to read.')
  for await (const line of createInterface({ input: stdout })) {
    const match = pattern.exec(line)
    if (match?.[1]) return match[1]
  }
  throw new Error('The child closed its output.')
}

const readStatusBytes = (status: string, field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024

/** Returns the resident memory of a process, in bytes. */
export const readResidentBytes = (pid: number) => readStatusBytes(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmRSS')

/** Returns the resident memory of a process without files and what it shares, in bytes; 0 when it has ended. */
export function readPrivateBytes(pid: number): number {
  const file = `/proc/${pid}/status`
  return existsSync(file) ? readStatusBytes(readFileSync(file, 'utf8'), 'RssAnon') : 0
}

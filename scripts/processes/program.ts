import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

export type Outcome = { readonly code: number; readonly output: string }

export type ProgramOptions = {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Prints the program's output while it runs, instead of returning it. */
  readonly show?: boolean
  readonly timeoutMs?: number
}

/** Runs a program of node_modules/.bin or of the system; returns code 127 when it is missing. */
export function runProgram(name: string, args: readonly string[], { cwd = root, env, show = false, timeoutMs }: ProgramOptions = {}) {
  const path = [join(cwd, 'node_modules/.bin'), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  return new Promise<Outcome>((done) => {
    const child = spawn(name, args, {
      cwd,
      env: { ...process.env, ...env, PATH: path },
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
      timeout: timeoutMs,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.once('error', (error) => done({ code: 127, output: error.message }))
    child.once('close', (code) => done({ code: code ?? 1, output }))
  })
}

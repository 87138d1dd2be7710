// A child process of `start`: stopped by it instead of the terminal, and never outliving it.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export type Child = {
  readonly name: string
  /** Resolves with a description of its end, for any reason. */
  readonly ended: Promise<string>
  readonly isRunning: () => boolean
  /** Requests its end, and kills it after `patienceMs`. */
  readonly stop: (patienceMs?: number) => Promise<void>
  /** Kills it, like a power cut. */
  readonly crash: () => Promise<void>
  /** Returns the last lines of its log. */
  readonly readLogTail: () => Promise<string>
}

export type ChildOptions = {
  readonly name: string
  /** Another program than Node. It is not ended with a parent that is killed. */
  readonly program?: string
  /** Of Node: options, the module, its arguments. */
  readonly args: readonly string[]
  readonly cwd?: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The file of its output; the terminal by default. */
  readonly logFile?: string
}

const endWithParent = new URL('end-with-parent.ts', import.meta.url).href

const describeEnd = (code: number | null, signal: NodeJS.Signals | null) => (signal ? `ended by ${signal}` : `ended with code ${code}`)

function waitForEnd(child: ChildProcess) {
  return new Promise<string>((done) => {
    child.once('exit', (code, signal) => done(describeEnd(code, signal)))
    child.once('error', (error) => done(`could not be started: ${error.message}`))
  })
}

function openLog(logFile: string) {
  mkdirSync(dirname(logFile), { recursive: true })
  return openSync(logFile, 'w', 0o600)
}

/** Starts Node, or another program, with `args`. */
export function startChild({ name, program, args, cwd = process.cwd(), env, logFile }: ChildOptions): Child {
  const log = logFile === undefined ? 'inherit' : openLog(logFile)
  // Detached, so that Ctrl-C does not reach it: `stop` ends it in its turn.
  const options = { cwd, env, detached: true }
  const child =
    program === undefined
      ? spawn(process.execPath, ['--import', endWithParent, ...args], { ...options, stdio: ['ignore', log, log, 'ipc'] })
      : spawn(program, args, { ...options, stdio: ['ignore', log, log] })
  if (typeof log === 'number') closeSync(log)
  const ended = waitForEnd(child)
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null
  return {
    name,
    ended,
    isRunning,
    stop: async (patienceMs = 30_000) => {
      if (!isRunning()) return
      child.kill('SIGTERM')
      const abort = new AbortController()
      const kill = delay(patienceMs, undefined, { signal: abort.signal }).then(
        () => child.kill('SIGKILL'),
        () => {},
      )
      await ended
      abort.abort()
      await kill
    },
    crash: async () => {
      child.kill('SIGKILL')
      await ended
    },
    readLogTail: async () => {
      if (logFile === undefined) return ''
      const text = await readFile(logFile, 'utf8').catch(() => '')
      return text.trim().split('\n').slice(-5).join('\n')
    },
  }
}

// Runs a program that opens untrusted files in a process that can only read and compute: without our environment variables, without
// network, with read access to the program, its libraries and one file only, and with a pipe to the parent as its only output. The process is killed
// when it exceeds a limit.
import { spawn } from 'node:child_process'
import { access, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { readProcessUse } from './process-use.ts'

/** Built of `child/no-network.ts`. */
const noNetwork = new URL('../../../dist/reader/no-network.js', import.meta.url)

/** The heap's share of the memory; the rest is for buffers and the program itself. */
const heapShare = 0.75
const usePollMs = 20

/** A process may last so much longer than its processor time: a busy machine is not the file's fault, but no one waits for ever. */
const toElapsedMs = (processorMs: number) => Math.max(3 * processorMs, 30_000)

export type ConfinedProgram = {
  /** The path of a module of ours; the files of its folder are readable. */
  readonly program: string
  /** Folders whose files are readable too: those of libraries, and of data. */
  readonly folders?: readonly string[]
  /** The only other readable file; its path is the program's first argument, before `args`. */
  readonly file: string
  readonly args: readonly string[]
  /** Called with each line that the program writes to file descriptor 4. */
  readonly onLine?: ((line: string) => void) | undefined
  /** Takes the output as it comes, which the result is then without; the program waits for it. */
  readonly onOutput?: ((chunk: Buffer) => Promise<void>) | undefined
}

export type Confinement = {
  /** Of processor time: a file is not to blame for what else the machine does. */
  readonly milliseconds: number
  readonly megabytes: number
  /** Of the output. */
  readonly maxBytes: number
  /** Of the clock; three times the processor time, and half a minute at least, unless given. */
  readonly elapsedMs?: number
}

/** The program's output on file descriptor 3, or the limit that it exceeded. */
export type ConfinedResult = { readonly output: Buffer } | { readonly exceeded: keyof Confinement }

/**
 * Throws the error of `spawn` when no process can be started, that of `access` when the program is not built, and the signal's reason when
 * it is aborted.
 */
export async function runConfined(
  { program, folders = [], file, args, onLine, onOutput }: ConfinedProgram,
  { milliseconds, megabytes, maxBytes, elapsedMs = toElapsedMs(milliseconds) }: Confinement,
  signal: AbortSignal,
): Promise<ConfinedResult> {
  const [path] = await Promise.all([realpath(file), access(program), access(noNetwork)])
  signal.throwIfAborted()
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${Math.floor(megabytes * heapShare)}`,
      '--permission',
      ...[dirname(program), dirname(fileURLToPath(noNetwork)), ...folders].map((folder) => `--allow-fs-read=${join(folder, '*')}`),
      `--allow-fs-read=${path}`,
      '--no-warnings',
      `--import=${noNetwork.href}`,
      program,
      path,
      ...args,
    ],
    // An empty environment: no secrets and no proxy settings.
    { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'pipe', onLine ? 'pipe' : 'ignore'] },
  )
  let exceeded: keyof Confinement | undefined
  const kill = (limit: keyof Confinement) => {
    exceeded ??= limit
    child.kill('SIGKILL')
  }
  if (onLine) readLines(child.stdio[4] as Readable, onLine)
  const ended = new Promise<void>((resolve, reject) => {
    child.once('close', () => resolve())
    child.once('error', reject)
  })
  // Awaited after the output has ended.
  ended.catch(() => {})
  const timer = setTimeout(() => kill('elapsedMs'), elapsedMs)
  const watch = setInterval(() => {
    if (child.pid === undefined) return
    void readProcessUse(child.pid).then((use) => {
      if (use && use.residentBytes > megabytes * 1024 * 1024) kill('megabytes')
      else if (use && use.processorMs > milliseconds) kill('milliseconds')
    })
  }, usePollMs)
  const handleAbort = () => child.kill('SIGKILL')
  signal.addEventListener('abort', handleAbort, { once: true })
  try {
    const output = await readUpTo(child.stdio[3] as Readable, maxBytes, () => kill('maxBytes'), onOutput)
    // Not left to exit by itself: Node.js may wait for its compiler there, and never end.
    child.kill('SIGKILL')
    await ended
    signal.throwIfAborted()
    return exceeded ? { exceeded } : { output }
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
    signal.removeEventListener('abort', handleAbort)
    child.kill('SIGKILL')
  }
}

/** Bytes of a line; those of a longer one are dropped. */
const maxLineBytes = 1_000

function readLines(stream: Readable, onLine: (line: string) => void) {
  let rest = ''
  // The pipe of a killed process may break.
  stream.on('error', () => {})
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()?.slice(0, maxLineBytes) ?? ''
    for (const line of lines) onLine(line)
  })
}

/** Reads up to `maxBytes` bytes; calls `onExceeded` when there are more. */
async function readUpTo(
  stream: Readable,
  maxBytes: number,
  onExceeded: () => void,
  onOutput?: (chunk: Buffer) => Promise<void>,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) {
        onExceeded()
        break
      }
      if (onOutput) await onOutput(chunk)
      else chunks.push(chunk)
    }
  } catch {
    // The pipe of a killed process may break, and no one may take the output any more.
  }
  return Buffer.concat(chunks)
}

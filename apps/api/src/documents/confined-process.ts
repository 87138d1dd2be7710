// A process that may do nothing but read and compute: for programs that open what is not to be trusted. It has no variable of
// ours, no network, and no file but its program and the one that it is given; it writes nowhere but to the pipe to us, and is
// killed when it takes too long or too much.
import { spawn } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { readResidentBytes } from './process-memory.ts'

const noNetwork = new URL('child/no-network.ts', import.meta.url).href
const repository = fileURLToPath(new URL('../../../../', import.meta.url))

/** What the programs and their libraries are made of; nothing else, and nothing to write. */
const readable = ['node_modules', 'packages', 'apps/api'].map((folder) => `--allow-fs-read=${repository}${folder}/*`)

/** So much of the memory is for what is not the heap: buffers, and the program itself. */
const heapShare = 0.75
const memoryPollMs = 20

export type ConfinedProgram = {
  /** The path of a module of ours. */
  readonly program: string
  /** The one file that it may read besides; its path is the program's first argument, and `args` follow. */
  readonly file: string
  readonly args: readonly string[]
}

export type Confinement = {
  readonly milliseconds: number
  readonly megabytes: number
  /** Of what it says. */
  readonly maxBytes: number
}

/** What the program wrote to its file descriptor 3, or which of its limits it was killed at. */
export type ConfinedResult = { readonly output: Buffer } | { readonly exceeded: keyof Confinement }

/** Throws what `spawn` throws when there can be no process, and the signal's reason when that is aborted. */
export async function runConfined(
  { program, file, args }: ConfinedProgram,
  { milliseconds, megabytes, maxBytes }: Confinement,
  signal: AbortSignal,
): Promise<ConfinedResult> {
  const path = await realpath(file)
  signal.throwIfAborted()
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${Math.floor(megabytes * heapShare)}`,
      '--permission',
      ...readable,
      `--allow-fs-read=${path}`,
      '--no-warnings',
      `--import=${noNetwork}`,
      program,
      path,
      ...args,
    ],
    // No variable of ours: neither secrets nor the way to a proxy.
    { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  let exceeded: keyof Confinement | undefined
  const kill = (limit: keyof Confinement) => {
    exceeded ??= limit
    child.kill('SIGKILL')
  }
  const ended = new Promise<void>((resolve, reject) => {
    child.once('close', () => resolve())
    child.once('error', reject)
  })
  // It is looked at when the output has ended.
  ended.catch(() => {})
  const timer = setTimeout(() => kill('milliseconds'), milliseconds)
  const watch = setInterval(() => {
    if (child.pid === undefined) return
    void readResidentBytes(child.pid).then((bytes) => {
      if (bytes !== null && bytes > megabytes * 1024 * 1024) kill('megabytes')
    })
  }, memoryPollMs)
  const handleAbort = () => child.kill('SIGKILL')
  signal.addEventListener('abort', handleAbort, { once: true })
  try {
    const output = await readUpTo(child.stdio[3] as Readable, maxBytes, () => kill('maxBytes'))
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

/** Keeps no more than `maxBytes` bytes; more than that ends the process. */
async function readUpTo(stream: Readable, maxBytes: number, onExceeded: () => void): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) {
        onExceeded()
        break
      }
      chunks.push(chunk)
    }
  } catch {
    // The pipe of a process that is killed may break.
  }
  return Buffer.concat(chunks)
}

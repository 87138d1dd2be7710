// Reads files in processes of their own: one that takes too long or too much is killed, and nothing here goes with it.
import { type FileMediaType, isImageType } from '@heddle/contracts/chat-file'
import { limits } from '@heddle/contracts/limits'
import { spawn } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { AppError } from '../errors/app-error.ts'
import { ChildAnswer, type ReadDocument } from './document.ts'
import { residentBytes } from './process-memory.ts'
import { createQueue } from './queue.ts'

const program = fileURLToPath(new URL('child/main.ts', import.meta.url))
const repository = fileURLToPath(new URL('../../../../', import.meta.url))

/** What the program and its libraries are made of; nothing else, and nothing to write. */
const readable = ['node_modules', 'packages', 'apps/api'].map((folder) => `--allow-fs-read=${repository}${folder}/*`)

/** So much of the memory is for what is not the heap: buffers, and the program itself. */
const heapShare = 0.75
const memoryLookMs = 20

const queue = { atOnce: 2, mostWaiting: 16, longestWaitMs: 30_000 }

export type DocumentReader = ReturnType<typeof createDocumentReader>

type Limits = { readonly milliseconds: number; readonly megabytes: number }

export function createDocumentReader({ milliseconds, megabytes }: Limits = limits.parsing) {
  const turns = createQueue(queue)
  const mostBytes = megabytes * 1024 * 1024

  async function readInChild(path: string, mediaType: FileMediaType, signal: AbortSignal): Promise<ReadDocument> {
    const file = await realpath(path)
    const child = spawn(
      process.execPath,
      [
        `--max-old-space-size=${Math.floor(megabytes * heapShare)}`,
        '--permission',
        ...readable,
        `--allow-fs-read=${file}`,
        '--no-warnings',
        program,
        file,
        mediaType,
      ],
      // No variable of ours: neither secrets nor the way to a proxy.
      { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
    )
    let refusal: AppError | undefined
    const kill = (reason: AppError) => {
      refusal ??= reason
      child.kill('SIGKILL')
    }
    const ended = new Promise<void>((resolve) => {
      child.once('close', () => resolve())
      child.once('error', (cause) => {
        refusal ??= new AppError('SERVICE_UNAVAILABLE', { cause, params: { retry_after: 5 } })
        resolve()
      })
    })
    const timer = setTimeout(() => kill(new AppError('FILE_PARSING_TIMEOUT')), milliseconds)
    const watch = setInterval(() => {
      if (child.pid === undefined) return
      void residentBytes(child.pid).then((bytes) => {
        if (bytes !== null && bytes > mostBytes) kill(new AppError('FILE_UNPACKS_TOO_LARGE'))
      })
    }, memoryLookMs)
    const handleAbort = () => child.kill('SIGKILL')
    signal.addEventListener('abort', handleAbort, { once: true })
    try {
      const output = await buffer(child.stdio[3] as Readable).catch(() => Buffer.alloc(0))
      await ended
      signal.throwIfAborted()
      if (refusal) throw refusal
      // A process that ended without a word: its heap was full, or a library brought it down.
      if (output.length === 0) throw new AppError(isImageType(mediaType) ? 'FILE_UNREADABLE' : 'FILE_UNPACKS_TOO_LARGE')
      const answer = ChildAnswer.parse(JSON.parse(output.toString()))
      if ('refusal' in answer) throw new AppError(answer.refusal)
      return answer.document
    } finally {
      clearTimeout(timer)
      clearInterval(watch)
      signal.removeEventListener('abort', handleAbort)
      child.kill('SIGKILL')
    }
  }

  return {
    /** The text of the file at `path`, if it is what its media type says; refused with the code of what is wrong with it. */
    readDocument: (path: string, mediaType: FileMediaType, signal: AbortSignal): Promise<ReadDocument> =>
      turns.run(() => readInChild(path, mediaType, signal), signal),
  }
}

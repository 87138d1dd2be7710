// Reads each file in a process of its own, which is killed when it exceeds a limit.
import { type FileMediaType, isImageType } from '@heddle/contracts/chat/chat-file'
import type { ErrorCode } from '@heddle/contracts/errors'
import { limits } from '@heddle/contracts/limits'
import { fileURLToPath } from 'node:url'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { AppError } from '../http/app-error.ts'
import { type ConfinedResult, type Confinement, runConfined } from './confined-process.ts'
import { ChildAnswer, maxResponseBytes, type ReadDocument } from './document.ts'
import { createUserQueue } from './queue.ts'

const program = fileURLToPath(new URL('child/main.ts', import.meta.url))

// `maxWaitMs` exceeds the time of the slowest file: a user's second file waits for the first.
const queue = { concurrency: 2, maxQueued: 16, maxWaitMs: 90_000 }

const refusals: Readonly<Record<keyof Confinement, ErrorCode>> = {
  milliseconds: 'FILE_PARSING_TIMEOUT',
  megabytes: 'FILE_UNPACKS_TOO_LARGE',
  maxBytes: 'FILE_TOO_MANY_PAGES',
}

export type DocumentToRead = { readonly path: string; readonly mediaType: FileMediaType; readonly userId: string }

export type DocumentReader = ReturnType<typeof createDocumentReader>

/** After this many time-outs of one user within this time, no file of the user is read for the same time. */
const timeouts = { allowed: 3, seconds: 600 }

export function createDocumentReader(overrides: Partial<Record<keyof typeof limits.parsing, number>> = {}) {
  const { milliseconds, textMilliseconds, megabytes } = { ...limits.parsing, ...overrides }
  const turns = createUserQueue(queue)
  const timeoutsByUser = new RateLimiterMemory({ points: timeouts.allowed, duration: timeouts.seconds })

  async function refuseSuspended(userId: string) {
    const state = await timeoutsByUser.get(userId)
    if (state && state.consumedPoints >= timeouts.allowed)
      throw new AppError('FILE_PARSING_SUSPENDED', { params: { retry_after: Math.ceil(state.msBeforeNext / 1_000) } })
  }

  async function countTimeout(userId: string) {
    const { consumedPoints } = await timeoutsByUser.penalty(userId)
    if (consumedPoints >= timeouts.allowed) await timeoutsByUser.block(userId, timeouts.seconds)
  }

  async function readInChild({ path, mediaType, userId }: DocumentToRead, signal: AbortSignal): Promise<ReadDocument> {
    await refuseSuspended(userId)
    const confinement = {
      milliseconds: mediaType.startsWith('text/') ? textMilliseconds : milliseconds,
      megabytes,
      maxBytes: maxResponseBytes,
    }
    const result = await runConfined({ program, file: path, args: [mediaType] }, confinement, signal).catch((cause: unknown) => {
      signal.throwIfAborted()
      throw new AppError('SERVICE_UNAVAILABLE', { cause, params: { retry_after: 5 } })
    })
    if ('exceeded' in result && result.exceeded === 'milliseconds') await countTimeout(userId)
    return toDocument(result, mediaType)
  }

  return {
    /** Returns the text of the file at `path`. Throws the error code of what is wrong with the file. */
    readDocument: (document: DocumentToRead, signal: AbortSignal): Promise<ReadDocument> =>
      turns.run(document.userId, () => readInChild(document, signal), signal),
  }
}

function toDocument(result: ConfinedResult, mediaType: FileMediaType): ReadDocument {
  if ('exceeded' in result) throw new AppError(refusals[result.exceeded])
  // No output: the heap was full, or a library crashed the process.
  if (result.output.length === 0) throw new AppError(isImageType(mediaType) ? 'FILE_UNREADABLE' : 'FILE_UNPACKS_TOO_LARGE')
  const answer = parseResult(result.output)
  if ('refusal' in answer) throw new AppError(answer.refusal)
  return answer.document
}

/** Throws `FILE_UNREADABLE` for truncated or invalid output: the file made the process fail. */
function parseResult(output: Buffer): ChildAnswer {
  try {
    return ChildAnswer.parse(JSON.parse(output.toString()))
  } catch (cause) {
    throw new AppError('FILE_UNREADABLE', { cause })
  }
}

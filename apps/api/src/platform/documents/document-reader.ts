// Reads each file in a process of its own, which is killed when it exceeds a limit.
import type { FileMediaType } from '@heddle/contracts/chat/chat-file'
import { limits } from '@heddle/contracts/limits'
import { countTokens } from '@heddle/text/count-tokens'
import { AppError } from '../errors/app-error.ts'
import { createFairQueue } from '../fair-queue.ts'
import { readConfined } from './confined-reader.ts'
import { maxTextBytes, type ReadDocument, ReadText } from './document.ts'

/** More than the processor time of the slowest file: a user's second file waits for the first. */
const maxWaitMs = 90_000

const createReadingQueue = () =>
  createFairQueue({
    slots: 2,
    slotsPerUser: 1,
    maxWaiting: () => 16,
    maxWaitMs,
    createBusyError: () => new AppError('SERVICE_UNAVAILABLE', { params: { retry_after: maxWaitMs / 2_000 } }),
  })

export type DocumentToRead = { readonly path: string; readonly mediaType: FileMediaType; readonly userId: string }

export type DocumentReader = ReturnType<typeof createDocumentReader>

/** After this many time-outs of one user within this time, no file of the user is read for the same time. */
const timeouts = { allowed: 3, seconds: 600 }

const countAll = (pages: ReadText['pages']) => pages.reduce((sum, page) => sum + countTokens(page.text), 0)

/** Counts the time-outs of each user, and refuses the files of those who have had too many. */
function createSuspension() {
  const timeoutsByUser = new Map<string, { readonly count: number; readonly endsAt: number }>()

  return {
    refuseSuspended(userId: string) {
      const { count, endsAt } = timeoutsByUser.get(userId) ?? { count: 0, endsAt: 0 }
      const remainingMs = endsAt - Date.now()
      if (count >= timeouts.allowed && remainingMs > 0)
        throw new AppError('FILE_PARSING_SUSPENDED', { params: { retry_after: Math.ceil(remainingMs / 1_000) } })
    },

    countTimeout(userId: string) {
      const at = Date.now()
      for (const [user, { endsAt }] of timeoutsByUser) if (endsAt <= at) timeoutsByUser.delete(user)
      const { count, endsAt } = timeoutsByUser.get(userId) ?? { count: 0, endsAt: at + timeouts.seconds * 1_000 }
      const isSuspended = count + 1 >= timeouts.allowed
      timeoutsByUser.set(userId, { count: count + 1, endsAt: isSuspended ? at + timeouts.seconds * 1_000 : endsAt })
    },
  }
}

export function createDocumentReader(overrides: Partial<Record<keyof typeof limits.parsing, number>> = {}) {
  const { milliseconds, textMilliseconds, megabytes } = { ...limits.parsing, ...overrides }
  const turns = createReadingQueue()
  const suspension = createSuspension()

  async function readInChild({ path, mediaType, userId }: DocumentToRead, signal: AbortSignal): Promise<ReadDocument> {
    suspension.refuseSuspended(userId)
    const confinement = {
      milliseconds: mediaType.startsWith('text/') ? textMilliseconds : milliseconds,
      megabytes,
      maxBytes: maxTextBytes,
    }
    try {
      const text = await readConfined({ path, mediaType, mode: 'text', Result: ReadText }, confinement, signal)
      return { ...text, tokenCount: text.tokenCount ?? countAll(text.pages) }
    } catch (error) {
      if (error instanceof AppError && error.code === 'FILE_PARSING_TIMEOUT') suspension.countTimeout(userId)
      throw error
    }
  }

  return {
    /** Returns the text of the file at `path`. Throws the error code of what is wrong with the file. */
    readDocument: (document: DocumentToRead, signal: AbortSignal): Promise<ReadDocument> =>
      turns.run(document.userId, () => readInChild(document, signal), signal),
  }
}

// Reads files in processes of their own: one that takes too long or too much is killed, and nothing here goes with it.
import { type FileMediaType, isImageType } from '@heddle/contracts/chat-file'
import type { ErrorCode } from '@heddle/contracts/errors'
import { limits } from '@heddle/contracts/limits'
import { fileURLToPath } from 'node:url'
import { AppError } from '../errors/app-error.ts'
import { type ConfinedResult, type Confinement, runConfined } from './confined-process.ts'
import { ChildAnswer, mostAnswerBytes, type ReadDocument } from './document.ts'
import { createQueue } from './queue.ts'

const program = fileURLToPath(new URL('child/main.ts', import.meta.url))

const queue = { atOnce: 2, mostWaiting: 16, longestWaitMs: 30_000 }

const refusals: Readonly<Record<keyof Confinement, ErrorCode>> = {
  milliseconds: 'FILE_PARSING_TIMEOUT',
  megabytes: 'FILE_UNPACKS_TOO_LARGE',
  mostBytes: 'FILE_TOO_MANY_PAGES',
}

export type DocumentReader = ReturnType<typeof createDocumentReader>

type Limits = Omit<Confinement, 'mostBytes'>

export function createDocumentReader({ milliseconds, megabytes }: Limits = limits.parsing) {
  const turns = createQueue(queue)
  const confinement = { milliseconds, megabytes, mostBytes: mostAnswerBytes }

  async function readInChild(file: string, mediaType: FileMediaType, signal: AbortSignal): Promise<ReadDocument> {
    const result = await runConfined({ program, file, args: [mediaType] }, confinement, signal).catch((cause: unknown) => {
      signal.throwIfAborted()
      throw new AppError('SERVICE_UNAVAILABLE', { cause, params: { retry_after: 5 } })
    })
    return documentOf(result, mediaType)
  }

  return {
    /** The text of the file at `path`, if it is what its media type says; refused with the code of what is wrong with it. */
    readDocument: (path: string, mediaType: FileMediaType, signal: AbortSignal): Promise<ReadDocument> =>
      turns.run(() => readInChild(path, mediaType, signal), signal),
  }
}

function documentOf(result: ConfinedResult, mediaType: FileMediaType): ReadDocument {
  if ('exceeded' in result) throw new AppError(refusals[result.exceeded])
  // A process that ended without a word: its heap was full, or a library brought it down.
  if (result.output.length === 0) throw new AppError(isImageType(mediaType) ? 'FILE_UNREADABLE' : 'FILE_UNPACKS_TOO_LARGE')
  const answer = answerOf(result.output)
  if ('refusal' in answer) throw new AppError(answer.refusal)
  return answer.document
}

/** Half an answer, or one that nobody may give, is that of a process which the file has brought to it. */
function answerOf(output: Buffer): ChildAnswer {
  try {
    return ChildAnswer.parse(JSON.parse(output.toString()))
  } catch (cause) {
    throw new AppError('FILE_UNREADABLE', { cause })
  }
}

// Runs the program that reads a file, in a process of its own, and throws the code of what is wrong with the file.
import { type FileMediaType, isImageType } from '@heddle/contracts/chat/chat-file'
import type { ReadingSettings } from '@heddle/contracts/document/reading'
import type { ErrorCode } from '@heddle/contracts/errors'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { AppError } from '../errors/app-error.ts'
import { type Confinement, runConfined } from './confined-process.ts'
import { type ReadMode, Refused } from './document.ts'
import { readerLibraries } from './reader-libraries.ts'

/** Built of `child/main.ts`. */
const program = fileURLToPath(new URL('../../../dist/reader/main.js', import.meta.url))

const refusals: Readonly<Record<keyof Confinement, ErrorCode>> = {
  milliseconds: 'FILE_PARSING_TIMEOUT',
  megabytes: 'FILE_UNPACKS_TOO_LARGE',
  maxBytes: 'FILE_TOO_MANY_PAGES',
  elapsedMs: 'SERVICE_UNAVAILABLE',
}

const createError = (code: ErrorCode, cause?: unknown) =>
  new AppError(code, { cause, ...(code === 'SERVICE_UNAVAILABLE' && { params: { retry_after: 5 } }) })

export type FileToRead<T> = {
  readonly path: string
  readonly mediaType: FileMediaType
  readonly mode: ReadMode
  readonly settings?: ReadingSettings | undefined
  /** A folder that the program may read too; its path is the program's last argument. */
  readonly folder?: string | undefined
  readonly Result: z.ZodType<T>
  readonly onLine?: ((line: string) => void) | undefined
}

export async function readConfined<T>(file: FileToRead<T>, confinement: Confinement, signal: AbortSignal): Promise<T> {
  const { path, mediaType, mode, settings = {}, folder, Result, onLine } = file
  const result = await runConfined(
    {
      program,
      folders: [...readerLibraries, ...(folder ? [folder] : [])],
      file: path,
      args: [mediaType, mode, JSON.stringify(settings), ...(folder ? [folder] : [])],
      onLine,
    },
    confinement,
    signal,
  ).catch((cause: unknown) => {
    signal.throwIfAborted()
    throw createError('SERVICE_UNAVAILABLE', cause)
  })
  if ('exceeded' in result) throw createError(refusals[result.exceeded])
  // No output: the heap was full, or a library crashed the process.
  if (result.output.length === 0) throw new AppError(isImageType(mediaType) ? 'FILE_UNREADABLE' : 'FILE_UNPACKS_TOO_LARGE')
  const answer = parseAnswer(result.output, Result)
  if ('refusal' in answer) throw new AppError(answer.refusal)
  return answer.document
}

/** Throws `FILE_UNREADABLE` for truncated or invalid output: the file made the process fail. */
function parseAnswer<T>(output: Buffer, Result: z.ZodType<T>): { readonly document: T } | Refused {
  try {
    return z.union([z.object({ document: Result }), Refused]).parse(JSON.parse(output.toString()))
  } catch (cause) {
    throw new AppError('FILE_UNREADABLE', { cause })
  }
}

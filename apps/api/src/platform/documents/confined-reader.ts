// Runs the program that reads a file, in a process of its own, and throws the code of what is wrong with the file.
import { type FileMediaType, isImageType } from '@heddle/contracts/chat/chat-file'
import type { ReadingSettings } from '@heddle/contracts/document/reading'
import type { ErrorCode } from '@heddle/contracts/errors'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { AppError } from '../errors/app-error.ts'
import { type ConfinedProgram, type Confinement, runConfined } from './confined-process.ts'
import { type ReadMode, Refused } from './document.ts'
import type { TableSettings } from './raw-table.ts'
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

type FileToRead = {
  readonly path: string
  readonly mediaType: FileMediaType
  readonly mode: ReadMode
  readonly settings?: ReadingSettings | TableSettings | undefined
  /** A folder that the program may read too; its path is the program's last argument. */
  readonly folder?: string | undefined
} & Pick<ConfinedProgram, 'onLine' | 'onOutput'>

/** Runs the reader of a file, and returns its output. Throws the code of a limit that it exceeded. */
export async function runReader(file: FileToRead, confinement: Confinement, signal: AbortSignal): Promise<Buffer> {
  const { path, mediaType, mode, settings = {}, folder, onLine, onOutput } = file
  const result = await runConfined(
    {
      program,
      folders: [...readerLibraries, ...(folder ? [folder] : [])],
      file: path,
      args: [mediaType, mode, JSON.stringify(settings), ...(folder ? [folder] : [])],
      onLine,
      onOutput,
    },
    confinement,
    signal,
  ).catch((cause: unknown) => {
    signal.throwIfAborted()
    throw createError('SERVICE_UNAVAILABLE', cause)
  })
  if ('exceeded' in result) throw createError(refusals[result.exceeded])
  return result.output
}

/** Returns what the reader found of a file, checked by the schema. Throws the code of what is wrong with it. */
export async function readConfined<T>(
  { Result, ...file }: FileToRead & { readonly Result: z.ZodType<T> },
  confinement: Confinement,
  signal: AbortSignal,
): Promise<T> {
  const output = await runReader(file, confinement, signal)
  // No output: the heap was full, or a library crashed the process.
  if (output.length === 0) throw new AppError(isImageType(file.mediaType) ? 'FILE_UNREADABLE' : 'FILE_UNPACKS_TOO_LARGE')
  const answer = parseAnswer(output, Result)
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

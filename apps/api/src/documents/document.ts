// What is read out of a file, as the child process tells it to its parent.
import { errorCodes } from '@heddle/contracts/errors'
import { limits } from '@heddle/contracts/limits'
import { z } from 'zod'

const ReadPage = z.object({ label: z.string().nullable(), text: z.string() })

export const ReadDocument = z.object({
  /** Whether its parts are pages that a reader can turn to: those of a PDF or a presentation. */
  isPaged: z.boolean(),
  /** In their order; none of an image. */
  pages: z.array(ReadPage).max(limits.pagesPerFile),
  tokenCount: z.int().min(0),
})
export type ReadDocument = z.infer<typeof ReadDocument>

export type ReadPart = Omit<ReadDocument, 'tokenCount'>

export const ChildAnswer = z.union([z.object({ document: ReadDocument }), z.object({ refusal: z.enum(errorCodes) })])
export type ChildAnswer = z.infer<typeof ChildAnswer>

/** What JSON makes of one character at most (`\u001f`), and of a page without its text. */
const bytesPerCharacter = 6
const bytesPerPage = 64

/** The longest answer about a file whose text is within its limits. */
export const maxResponseBytes = limits.fileTextCharacters * bytesPerCharacter + limits.pagesPerFile * bytesPerPage

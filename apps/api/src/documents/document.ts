// The text of a file, as the child process sends it to its parent.
import { errorCodes } from '@heddle/contracts/errors'
import { limits } from '@heddle/contracts/limits'
import { z } from 'zod'

const ReadPage = z.object({ label: z.string().nullable(), text: z.string() })

export const ReadDocument = z.object({
  /** Whether the parts are numbered pages, as in a PDF or a presentation. */
  isPaged: z.boolean(),
  /** In document order; empty for an image. */
  pages: z.array(ReadPage).max(limits.pagesPerFile),
  tokenCount: z.int().min(0),
})
export type ReadDocument = z.infer<typeof ReadDocument>

export type ReadPart = Omit<ReadDocument, 'tokenCount'>

export const ChildAnswer = z.union([z.object({ document: ReadDocument }), z.object({ refusal: z.enum(errorCodes) })])
export type ChildAnswer = z.infer<typeof ChildAnswer>

/** The maximum size in JSON of one character (`\u001f`), and of a page without its text. */
const bytesPerCharacter = 6
const bytesPerPage = 64

/** The maximum output for a file whose text is within the limits. */
export const maxResponseBytes = limits.fileTextCharacters * bytesPerCharacter + limits.pagesPerFile * bytesPerPage

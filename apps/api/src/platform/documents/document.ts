// What is read of a file, as the child process sends it to its parent.
import { ErrorCode } from '@heddle/contracts/errors'
import { ReadingFindings } from '@heddle/contracts/document/reading'
import { limits } from '@heddle/contracts/limits'
import type { Block } from '@heddle/retrieval/passage/block'
import { z } from 'zod'
import { isShortText } from './child/short-text.ts'

const ReadPage = z.object({ label: z.string().nullable(), text: z.string() })

/** The text of a file alone. */
export const ReadText = z
  .object({
    /** Whether the parts are numbered pages, as in a PDF or a presentation. */
    isPaged: z.boolean(),
    /** In document order; empty for an image. */
    pages: z.array(ReadPage).max(limits.pagesPerFile),
    /** Null for a short text, whose tokens the parent counts. */
    tokenCount: z.int().min(0).nullable(),
    /** What could not be read as it stands; undefined in what was stored before they were. */
    findings: ReadingFindings.max(50).optional(),
    /** Of an image that was stored on its side: an upright one. */
    upright: z.object({ mediaType: z.enum(['image/jpeg', 'image/png']), content: z.base64() }).optional(),
  })
  .refine(({ pages, tokenCount }) => tokenCount !== null || isShortText(pages))
export type ReadText = z.infer<typeof ReadText>
export type ReadDocument = ReadText & { readonly tokenCount: number }

/** `scanned`: no text, and something is drawn. `garbled`: the file does not say which characters its glyphs are. Neither has a text. */
export const PageVerdict = z.enum(['text', 'empty', 'garbled', 'scanned'])
export type PageVerdict = z.infer<typeof PageVerdict>

const BlockSpan = z.object({ at: z.int(), page: z.int(), from: z.int(), to: z.int() })

const ParsedBlock: z.ZodType<Block> = z.object({
  kind: z.enum(['heading', 'paragraph', 'list', 'table', 'code', 'caption']),
  text: z.string(),
  level: z.int().exactOptional(),
  headerRows: z.int().exactOptional(),
  spans: z.array(BlockSpan),
})

/** A file as blocks, with where they stand. */
export const ParsedDocument = z.object({
  isPaged: z.boolean(),
  /** Sheets of a workbook; one for what has neither pages nor sheets. */
  pages: z.array(ReadPage.extend({ verdict: PageVerdict })).max(limits.pagesPerFile),
  /** The spans count in the texts of the pages, whose characters they equal. */
  blocks: z.array(ParsedBlock),
  /**
   * Of each page of a PDF, six numbers an item of its text: the item's first character in the page's text, its number of characters, and its
   * box: x, y, width and height in points from the lower left corner of the unrotated page (`locateBoxes`). Empty for other formats.
   */
  boxes: z.array(z.array(z.number())),
  /** What could not be read as it stands; undefined in what was stored before they were. */
  findings: ReadingFindings.max(50).optional(),
})
export type ParsedDocument = z.infer<typeof ParsedDocument>

export const Refused = z.object({ refusal: ErrorCode })
export type Refused = z.infer<typeof Refused>

/** What the child process is asked for. */
export type ReadMode = 'text' | 'blocks' | 'table'

/** The maximum size in JSON of one character (`\u001f`), and of a page without its text. */
const bytesPerCharacter = 6
const bytesPerPage = 64

/** The maximum output for a file whose text is within the limits. */
export const maxTextBytes = limits.fileTextCharacters * bytesPerCharacter + limits.pagesPerFile * bytesPerPage

/** Texts twice, as pages and as blocks, and boxes: usual files of the maximum text are within it. */
export const maxBlocksBytes = 96 * 1024 * 1024

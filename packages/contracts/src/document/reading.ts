// How a file was read: what could not be read as it stands, and what a reader may correct.
import { z } from 'zod'
import { schemaIds } from '../schema-ids.ts'

export const FindingKind = z.enum([
  /** The encoding of a text is a guess of low confidence. */
  'encoding_uncertain',
  /** Characters without a meaning: of private use, or bytes that no encoding has. */
  'characters_unreadable',
  /** Cells with an error, or with a value that their format cannot show. */
  'cells_unreadable',
  /** Formulas whose file has no value of them. */
  'formulas_uncalculated',
  /** Fields of a form, whose values are in the text. */
  'form_fields',
  /** Charts and drawings, of which only the words were read. */
  'charts',
  /** Comments and annotations, which are no part of the text. */
  'comments',
  /** Headers and footers of pages, which are no part of the text. */
  'headers',
  /** Sheets, rows, columns or slides that the file hides; of a text, what is hidden or struck out and was left out. */
  'hidden',
  /** Pages of little or no text beside what is drawn. */
  'little_text',
  /** Pages and pictures that were recognized with low confidence. */
  'recognition_uncertain',
  /** Parts that were left out because they are beyond a limit. */
  'cut',
])
export type FindingKind = z.infer<typeof FindingKind>
schemaIds.add(FindingKind, { id: 'FindingKind' })

/** What could not be read of a file as it stands; one of a kind. */
export const ReadingFinding = z.object({
  kind: FindingKind,
  count: z.int().min(1),
  /** Where it is first: a page, from 1, and what it is there: a cell (`B7`), a line, a name of a sheet or a part; null where it has no place. */
  first: z.object({ page: z.int().nullable(), at: z.string().max(200).nullable() }).nullable(),
})
export type ReadingFinding = z.infer<typeof ReadingFinding>
schemaIds.add(ReadingFinding, { id: 'ReadingFinding' })

export const ReadingFindings = z.array(ReadingFinding)

/**
 * The encodings that can be chosen for a text, by the labels of the Encoding Standard, and two of DOS. `big5` includes CP950, ETEN and
 * HKSCS, `euc-kr` CP949, `shift_jis` CP932, `gb18030` GBK, and `windows-874` TIS-620.
 */
export const textEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'big5',
  'gb18030',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'euc-kr',
  'windows-874',
  'windows-1258',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'iso-8859-16',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'macintosh',
  'ibm850',
  'ibm852',
] as const
export type TextEncoding = (typeof textEncodings)[number]

/** What an administrator corrects of how a text or a table is read; what is missing is found in the file. */
export const ReadingSettings = z.strictObject({
  /** One of `textEncodings`, or another label of one. */
  encoding: z.string().min(1).max(40).optional(),
  /** Of a table as text. */
  delimiter: z.enum([',', ';', '\t', '|', ' ']).optional(),
  /** The row of the columns' names, from 1; 0 when there is none. */
  header_row: z.int().min(0).max(100).optional(),
})
export type ReadingSettings = z.infer<typeof ReadingSettings>
schemaIds.add(ReadingSettings, { id: 'ReadingSettings' })

// What a file of the corpus is, and what is right to read of it.
import type { FileMediaType } from '@heddle/contracts/chat/chat-file'
import type { FindingKind } from '@heddle/contracts/document/reading'
import type { Language } from '@heddle/contracts/languages'
import type { Report } from './reports.ts'

/** A value of a table, by the first cell of its row and the name of its column. */
export type ExpectedCell = { readonly row: string; readonly column: string; readonly value: string }

export type Expected = {
  /** Paragraphs, items and cells, in any order. */
  readonly passages: readonly string[]
  /** Numbers with their units. */
  readonly numbers?: readonly string[]
  readonly cells?: readonly ExpectedCell[]
  /** What the file does not say, but a wrong reading has. */
  readonly absent?: readonly string[]
  /** What must be said; with a text, only where that is not in what was read. */
  readonly findings?: readonly { readonly kind: FindingKind; readonly unless?: string }[]
  /** Kinds that may be said without being wrong. */
  readonly mayFind?: readonly FindingKind[]
  /** The share of characters that a recognition may lose without saying so; none otherwise. */
  readonly tolerance?: number
}

export type CorpusFile = {
  /** The kind and the language. */
  readonly name: string
  readonly format: string
  readonly language: Language
  readonly mediaType: FileMediaType
  readonly content: Buffer
  readonly expected: Expected
  /** Of pictures: their words need the data of the language. */
  readonly isRecognized?: boolean
}

/** Makes the file of one kind in each language; null where the language has none. */
export type FileKind = {
  readonly name: string
  readonly mediaType: FileMediaType
  readonly isRecognized?: boolean
  readonly make: (report: Report, language: Language) => Promise<MadeFile | null> | MadeFile | null
}

export type MadeFile = { readonly content: Buffer | string; readonly expected: Expected }

/** Returns the values of a table below its names. */
export const listCells = ([header = [], ...rows]: readonly (readonly string[])[]): ExpectedCell[] =>
  rows.flatMap(([row = '', ...values]) => values.map((value, index) => ({ row, column: header[index + 1] ?? '', value })))

/** Returns what is right of a title, paragraphs and a table. */
export const expectReport = ({ title, paragraphs, measured, table }: Report): Expected => ({
  passages: [title, ...paragraphs, ...table.flat()],
  numbers: measured,
  cells: listCells(table),
})

/** Returns what is right of a title and paragraphs. */
export const expectText = ({ title, paragraphs, measured }: Report): Expected => ({ passages: [title, ...paragraphs], numbers: measured })

/** Returns what is right of a table alone. */
export const expectTable = ({ table }: Report): Expected => ({ passages: table.flat(), cells: listCells(table) })

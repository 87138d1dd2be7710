// The format of a passage in a prompt: numbered, between marks that its text cannot close.

import type { CitedRows } from '@heddle/contracts/message/cited-rows'
import type { KnowledgeOrigin } from '@heddle/contracts/message/message'
import type { DoubtKind } from '@heddle/contracts/document/doubt'

/** A numbered part of a file or of a knowledge collection in a prompt, or the result of a query over a dataset. */
export type Passage = {
  /** The same wherever the passage is found. */
  readonly id: string
  /** From 1, unique in a run. */
  readonly number: number
  /** Null for what is of no file. */
  readonly fileId: string | null
  /** The name of the file or of the dataset, or the title of the source. */
  readonly title: string
  /** From 1; null when the file has no pages. */
  readonly page: number | null
  readonly text: string
  /** How well it fits the question; null when nothing was searched. Comparable only within one search. */
  readonly score: number | null
  /** Only of a passage of a knowledge collection. */
  readonly origin?: KnowledgeOrigin
  /** Only of a result: its rows, and the query in words. */
  readonly result?: RowsResult
  /** Whether its source was valid no more when it was found. */
  readonly isExpired?: boolean
  /** What could not be read of its file or source as it stands. */
  readonly doubts?: readonly DoubtKind[]
}

export type RowsResult = { readonly rows: CitedRows; readonly query: string }

/** What a model is told of a file. */
const doubtTexts: Readonly<Record<DoubtKind, string>> = {
  encoding_uncertain: 'its encoding was guessed, so letters and units may be wrong',
  characters_unreadable: 'some characters could not be read',
  cells_unreadable: 'some cells could not be read',
  formulas_uncalculated: 'some formulas have no value in the file',
  little_text: 'some pages have little readable text',
  recognition_uncertain: 'parts were recognized from pictures with low confidence',
  cut: 'parts of it are missing because they are too long',
}

const closing = '</passage>'
/** The tokens of the closing mark with the line breaks around it. */
export const closingTokens = 8

/** An upper bound of the tokens of each of these. */
export const doubtTokens = 16

/** What a model is told where a passage has a doubt. */
export const doubtInstruction =
  'The attribute "doubt" of a passage is about all passages of its file: say so where the answer depends on what it names.'

export const hasDoubts = ({ doubts = [] }: Pick<Passage, 'doubts'>): boolean => doubts.length > 0

/** Returns the opening line of a passage; `label` names its part of the file, in place of its headings, and `doubts` are of its file. */
export function openPassage(
  { number, title, page, origin, isExpired = false, doubts = [] }: Omit<Passage, 'id' | 'fileId' | 'text' | 'score'>,
  label: string | null,
): string {
  const part = label ?? (origin?.heading_path.join(' › ') || null)
  const coordinates = {
    number,
    file: title,
    ...(page !== null && { page }),
    ...(part !== null && { part }),
    ...(isExpired && { expired: origin?.valid_until ?? '' }),
    ...(doubts.length > 0 && { doubt: doubts.map((doubt) => doubtTexts[doubt]).join('; ') }),
  }
  const attributes = Object.entries(coordinates).map(([name, value]) => ` ${name}="${String(value).replaceAll(/["<>\s]+/g, ' ')}"`)
  return `<passage${attributes.join('')}>`
}

/** A passage with the name of its part of the file, in place of its headings. */
export type LabeledPassage = Passage & { readonly label?: string | null }

/** Returns passages between their marks, each on its own line. The first one of a file says what is doubtful of all of it. */
export function renderPassages(passages: readonly LabeledPassage[]): string {
  const files = new Set<string>()
  const rendered = passages.map(({ label = null, ...passage }) => {
    const file = passage.fileId ?? passage.origin?.source_id ?? passage.id
    const doubts = files.has(file) ? [] : passage.doubts
    files.add(file)
    return `${openPassage({ ...passage, doubts }, label)}\n${escapeMarks(passage.text)}\n${closing}\n`
  })
  return rendered.join('')
}

/** Escapes marks, so that a text can neither close its passage nor open another. */
const escapeMarks = (text: string) => text.replaceAll(/<(?=\/?passage\b)/gi, '‹')

// A passage, and how a model is given it: numbered, marked off, and unable to close its own marks.

/** A part of a file, as the model is given it under its number. */
export type Passage = {
  /** From 1, unique in a run of one document step. */
  readonly number: number
  readonly fileId: string
  /** The name of the file. */
  readonly title: string
  /** From 1; null where the file has no pages. */
  readonly page: number | null
  readonly text: string
}

const closing = '</passage>'
/** Tokens of the closing mark with the ends of the lines around it. */
export const closingTokens = 8

/** Returns the line that opens a passage; `label` names the part of the file that it is from. */
export function openPassage({ number, title, page }: Pick<Passage, 'number' | 'title' | 'page'>, label: string | null): string {
  const origin = { number, file: title, ...(page !== null && { page }), ...(label !== null && { part: label }) }
  const attributes = Object.entries(origin).map(([name, value]) => ` ${name}="${String(value).replaceAll(/["<>\s]+/g, ' ')}"`)
  return `<passage${attributes.join('')}>`
}

/** Returns a passage between its marks, each on a line of its own. */
export const renderPassage = (passage: Passage, label: string | null): string =>
  `${openPassage(passage, label)}\n${escapeMarks(passage.text)}\n${closing}\n`

/** Nothing in a text can close its passage, or open another. */
const escapeMarks = (text: string) => text.replaceAll(/<(?=\/?passage\b)/gi, '‹')

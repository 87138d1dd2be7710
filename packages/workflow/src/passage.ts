// The format of a passage in a prompt: numbered, between marks that its text cannot close.

/** A numbered part of a file in a prompt. */
export type Passage = {
  /** The same wherever the passage is found. */
  readonly id: string
  /** From 1, unique in a run of one document step. */
  readonly number: number
  readonly fileId: string
  /** The name of the file. */
  readonly title: string
  /** From 1; null when the file has no pages. */
  readonly page: number | null
  readonly text: string
  /** How well it fits the question; null when nothing was searched. Comparable only within one search. */
  readonly score: number | null
}

const closing = '</passage>'
/** The tokens of the closing mark with the line breaks around it. */
export const closingTokens = 8

/** Returns the opening line of a passage; `label` names its part of the file. */
export function openPassage({ number, title, page }: Pick<Passage, 'number' | 'title' | 'page'>, label: string | null): string {
  const origin = { number, file: title, ...(page !== null && { page }), ...(label !== null && { part: label }) }
  const attributes = Object.entries(origin).map(([name, value]) => ` ${name}="${String(value).replaceAll(/["<>\s]+/g, ' ')}"`)
  return `<passage${attributes.join('')}>`
}

/** Returns a passage between its marks, each on its own line. */
export const renderPassage = (passage: Passage, label: string | null): string =>
  `${openPassage(passage, label)}\n${escapeMarks(passage.text)}\n${closing}\n`

/** Escapes marks, so that a text can neither close its passage nor open another. */
const escapeMarks = (text: string) => text.replaceAll(/<(?=\/?passage\b)/gi, '‹')

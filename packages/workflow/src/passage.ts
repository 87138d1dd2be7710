// The format of a passage in a prompt: numbered, between marks that its text cannot close.

import type { KnowledgeOrigin } from '@heddle/contracts/chat/message'

/** A numbered part of a file or of a knowledge collection in a prompt. */
export type Passage = {
  /** The same wherever the passage is found. */
  readonly id: string
  /** From 1, unique in a run of one document step. */
  readonly number: number
  /** Null for a passage of a knowledge collection. */
  readonly fileId: string | null
  /** The name of the file, or the title of the source. */
  readonly title: string
  /** From 1; null when the file has no pages. */
  readonly page: number | null
  readonly text: string
  /** How well it fits the question; null when nothing was searched. Comparable only within one search. */
  readonly score: number | null
  /** Only of a passage of a knowledge collection. */
  readonly origin?: KnowledgeOrigin
  /** Whether its source was valid no more when it was found. */
  readonly isExpired?: boolean
}

const closing = '</passage>'
/** The tokens of the closing mark with the line breaks around it. */
export const closingTokens = 8

/** Returns the opening line of a passage; `label` names its part of the file, in place of its headings. */
export function openPassage(
  { number, title, page, origin, isExpired = false }: Pick<Passage, 'number' | 'title' | 'page' | 'origin' | 'isExpired'>,
  label: string | null,
): string {
  const part = label ?? (origin?.heading_path.join(' › ') || null)
  const places = {
    number,
    file: title,
    ...(page !== null && { page }),
    ...(part !== null && { part }),
    ...(isExpired && { expired: origin?.valid_until ?? '' }),
  }
  const attributes = Object.entries(places).map(([name, value]) => ` ${name}="${String(value).replaceAll(/["<>\s]+/g, ' ')}"`)
  return `<passage${attributes.join('')}>`
}

/** Returns a passage between its marks, each on its own line. */
export const renderPassage = (passage: Passage, label: string | null): string =>
  `${openPassage(passage, label)}\n${escapeMarks(passage.text)}\n${closing}\n`

/** Escapes marks, so that a text can neither close its passage nor open another. */
const escapeMarks = (text: string) => text.replaceAll(/<(?=\/?passage\b)/gi, '‹')

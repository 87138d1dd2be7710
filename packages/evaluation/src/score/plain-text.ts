// The text of an answer without what is not said: citations, addresses, marks of emphasis.
import { mayCite } from '@heddle/text/citation/citation-brackets'
import { scanProse } from '@heddle/text/prose/prose-scanner'

const citation = /\[\d{1,3}\](?!\()/g
const emphasis = /\*\*|__|`|(?<!\d ?)\*|\*(?! ?\d)/g

/** Returns an answer in Markdown as the text that it says. */
export const toPlainText = (answer: string): string =>
  scanProse(answer)
    .map(({ kind, text }) => (kind === 'url' ? ' ' : mayCite(kind) ? text.replaceAll(citation, '') : text))
    .join('')
    .replaceAll(emphasis, '')

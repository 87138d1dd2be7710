// How the citations of a reply are numbered for people. The text has the numbers of the passages that the model was given, which say
// nothing to a reader; people see the place of the source among those of the reply: 1 for the one that the text cites first.
import { mayCite } from './citation-brackets.ts'
import { scanProse } from '../prose/prose-scanner.ts'

type Source = { readonly number: number }

/** The number under which people see a source; null for what is no source of the reply. `sources` are in the order of their first use. */
export function findShownNumber(sources: readonly Source[], number: number): number | null {
  const index = sources.findIndex((source) => source.number === number)
  return index === -1 ? null : index + 1
}

const citation = /\[(\d{1,3})\](?!\()/g

/** Returns the Markdown of a reply with its citations as people see them. */
export function renumberCitations(content: string, sources: readonly Source[]): string {
  let renumbered = ''
  let at = 0
  for (const { kind, text } of scanProse(content)) {
    const start = at
    const renumber = (brackets: string, number: string, offset: number) => {
      const shown = isLinkDefinition(content, start + offset, brackets) ? null : findShownNumber(sources, Number(number))
      return shown === null ? brackets : `[${shown}]`
    }
    renumbered += mayCite(kind) ? text.replaceAll(citation, renumber) : text
    at += text.length
  }
  return renumbered
}

const isLinkDefinition = (content: string, at: number, brackets: string) =>
  (at === 0 || content[at - 1] === '\n') && content[at + brackets.length] === ':'

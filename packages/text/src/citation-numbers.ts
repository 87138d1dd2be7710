// How the citations of a reply are numbered for people. The text has the numbers of the passages that the model was given, which say
// nothing to a reader; people see the place of the source among those of the reply: 1 for the one that the text cites first.
type MessageSource = { readonly number: number }

/** The number under which people see a source; null for what is no source of the reply. `sources` are in the order of their first use. */
export function findShownNumber(sources: readonly Pick<MessageSource, 'number'>[], number: number): number | null {
  const index = sources.findIndex((source) => source.number === number)
  return index === -1 ? null : index + 1
}

/** Blocks of code, to their end or that of the text, and code in a line. */
const code = /^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\1|$(?![\s\S]))|(`{1,100})[\s\S]*?\2/
/** A single dollar may be money: as in Pandoc, no space is behind the first of a formula, none before the last, and no digit behind it. */
const formula = /\$\$[\s\S]{0,300}?\$\$|\$(?=\S)[^$\n]{0,300}?(?<=\S)\$(?!\d)|\\\([\s\S]{0,300}?\\\)|\\\[[\s\S]{0,300}?\\\]/
const linkDefinition = /^\[\d{1,3}\]:/
/** Neither escaped nor the text of a link. */
const citation = /(?<!\\)\[(\d{1,3})\](?!\()/
const pieces = new RegExp([code, formula, linkDefinition, citation].map(({ source }) => source).join('|'), 'gm')

/** Returns the Markdown of a reply with its citations as people see them. */
export const renumberCitations = (content: string, sources: readonly Pick<MessageSource, 'number'>[]): string =>
  content.replaceAll(pieces, (whole, _fence, _ticks, number: string | undefined) => {
    const shown = number === undefined ? null : findShownNumber(sources, Number(number))
    return shown === null ? whole : `[${shown}]`
  })

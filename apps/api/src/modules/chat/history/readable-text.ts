// The Markdown of a message as its reader sees it, for an excerpt. Line by line, and whatever is left unclosed: an excerpt is no page.

const lineOpening = /^[ \t]*(?:>[ \t]*)*(?:#{1,6}[ \t]+|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?)?/
/** Rules, those below a table's header, and the fences of code with the name of its language. */
const drawnLine = /^[ \t]*(?:[-*_=](?:[ \t]*[-*_=]){2,}|\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)+|(?:`{3,}|~{3,})[^`]*)$/
const link = /!?\[([^\][]{0,300})\]\([^()\s]{0,2000}(?:[ \t]+"[^"\n]{0,300}")?\)/g
const citation = /[ \t]?\[\d{1,3}\]/g
const paired = /\*{2,3}|~~|`+/g
/** One that opens or closes emphasis; within a word or a calculation it stands for itself. */
const single =
  /(?<!\\)(?:(?<![A-Za-z\d])\*(?=\S)|(?<=\S)\*(?![A-Za-z\d])|(?<![\p{L}\p{N}_])_{1,3}(?=[\p{L}\p{N}\p{P}])|(?<=[\p{L}\p{M}\p{N}\p{P}])_{1,3}(?![\p{L}\p{N}_]))/gu
const cellEnd = /(?<!\\)[ \t]*\|[ \t]*/g
const escaped = /\\([\\`*_{}[\]<>()#+.!|~-])/g

const footnote = /\[\^[^\]\s[]{1,100}\]:?/g
/** The elements that the page draws. */
const tag = /<\/?(?:sub|sup|u|kbd|mark|b|i|strong|em|details|summary)>/gi

const isRow = (line: string) => /^[ \t]*\|.*\|[ \t]*$/.test(line)

function readLine(line: string): string {
  if (drawnLine.test(line)) return ''
  const text = line.replace(lineOpening, '')
  const cells = isRow(text) ? text.trim().slice(1, -1).trim().replaceAll(cellEnd, ' · ') : text
  return cells
    .replaceAll(tag, '')
    .replaceAll(link, '$1')
    .replaceAll(footnote, '')
    .replaceAll(citation, '')
    .replaceAll(paired, '')
    .replaceAll(single, '')
    .replaceAll(escaped, '$1')
}

/** Returns the text without the marks of Markdown, with as many lines. */
export const toReadableText = (markdown: string): string => markdown.split('\n').map(readLine).join('\n')

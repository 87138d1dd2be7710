// What the citations of a reply stand behind.

/** A part of a reply with the numbers of the passages that it cites. */
export type CitedStatement = {
  readonly text: string
  readonly numbers: readonly number[]
}

/** Citations that follow each other: `[1]`, or `[1][2]` for several. */
const citations = /\[\d{1,3}\](?:\s*\[\d{1,3}\])*/g
const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })
const hasContent = /[\p{L}\p{N}]/u

/**
 * Returns for each group of citations in a paragraph, in their order, the statement that it stands behind: the last sentence before it,
 * from the citation before it on. A group with nothing between it and the one before has the same statement as that.
 *
 * @param paragraph the text of one paragraph, list item or cell of a reply, without marks of Markdown
 */
export function listCitedStatements(paragraph: string): CitedStatement[] {
  const statements: CitedStatement[] = []
  let end = 0
  for (const { 0: group, index } of paragraph.matchAll(citations)) {
    const between = paragraph.slice(end, index)
    end = index + group.length
    const parts = Array.from(sentences.segment(between), ({ segment }) => segment.trim()).filter((part) => hasContent.test(part))
    const text = parts.at(-1) ?? statements.at(-1)?.text ?? ''
    statements.push({ text, numbers: [...group.matchAll(/\d+/g)].map(([number]) => Number(number)) })
  }
  return statements
}

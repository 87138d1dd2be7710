// Whether a closing mark of thoughts without its opening ends thoughts, or stands in an answer about such marks.

/**
 * Returns whether everything before a closing mark was thoughts: it is not in code, not spoken of in a sentence, and its opening mark
 * is not mentioned before. `after` is what follows of the text, as far as it has come.
 */
export function endsThoughts(before: string, openings: readonly string[], after: string): boolean {
  const lower = before.toLowerCase()
  if (openings.some((opening) => lower.includes(opening))) return false
  return !isInCode(before) && !isMentioned(before, after)
}

/** Whether a text ends inside a fenced block, or inside a code span of its last line. */
function isInCode(text: string): boolean {
  let fence: string | null = null
  for (const [, marks = ''] of text.matchAll(/^[ \t>]*(`{3,}|~{3,})/gm)) {
    if (fence === null) fence = marks
    else if (marks[0] === fence[0] && marks.length >= fence.length) fence = null
  }
  if (fence !== null) return true
  const line = text.slice(text.lastIndexOf('\n') + 1)
  return (line.match(/`+/g)?.length ?? 0) % 2 === 1
}

/** Whether the mark is quoted, or stands between the words of a sentence. */
function isMentioned(before: string, after: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (/["'“‘「『《«(（[]$/.test(line)) return true
  // Models end their thoughts with a sentence or a line, not after a word and a space and before another word.
  return /[\p{L}\p{N},，、:：][ \t]+$/u.test(line) && /^(?:[ \t]+\S|[.,;:!?)，。；：！？、」』）]|$)/.test(after)
}

const maxExcerpt = 60

/** Returns the line at a character, or what is around it. */
export function excerptLine(text: string, at: number): string {
  const from = Math.max(text.lastIndexOf('\n', at - 1) + 1, at - maxExcerpt / 2)
  const end = text.indexOf('\n', at)
  return text.slice(from, Math.min(end === -1 ? text.length : end, from + maxExcerpt)).trim()
}

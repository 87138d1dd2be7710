export type MarkedPiece = { readonly text: string; readonly isMatch: boolean }

/** Cuts a text where terms stand in it. Of terms that begin at the same character, the longest is taken. */
export function markTerms(text: string, terms: readonly string[]): MarkedPiece[] {
  const known = terms.filter((term) => term !== '').toSorted((one, other) => other.length - one.length)
  if (known.length === 0) return [{ text, isMatch: false }]
  const pattern = new RegExp(known.map((term) => term.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join('|'), 'gu')
  const pieces: MarkedPiece[] = []
  let at = 0
  for (const { 0: match, index } of text.matchAll(pattern)) {
    if (index > at) pieces.push({ text: text.slice(at, index), isMatch: false })
    pieces.push({ text: match, isMatch: true })
    at = index + match.length
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMatch: false })
  return pieces
}

// Writes superscripts and subscripts in plain text: 10⁶, H₂O, x^(a+b), T_max.

export type TextPosition = 'normal' | 'raised' | 'lowered'

const plain = '0123456789+-=()−'
const digits: Readonly<Record<Exclude<TextPosition, 'normal'>, string>> = { raised: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾⁻', lowered: '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎₋' }
const marks = { raised: '^', lowered: '_' }

/** Longer texts were raised for their looks. */
const maxCharacters = 40

/** Ordinals, abbreviations and trademarks, which are read as well without a mark: 1st, 2e, 1º, Mlle, Acme TM. */
const isOrdinal = (text: string, before: string) => /\d$/.test(before) && /^(?:st|nd|rd|th|e|er|re|ème|es|o|a|os|as)$/i.test(text)
const isTrademark = (text: string) => /^(?:tm|sm|mc|md)$/i.test(text)

/** Returns a raised or lowered text; `before` is what it follows. Signs, such as `*` or `[1]`, stay as they are. */
export function formatRaised(text: string, position: TextPosition, before: string): string {
  const trimmed = text.trim()
  if (position === 'normal' || trimmed === '' || trimmed.length > maxCharacters) return text
  if (/^[\d+\-=()−]+$/.test(trimmed)) return text.replaceAll(/[\d+\-=()−]/g, (sign) => digits[position][plain.indexOf(sign)] ?? sign)
  if (!/[\p{L}\p{N}]/u.test(trimmed) || /^[[【〔（]/u.test(trimmed)) return text
  if (position === 'raised' && (isOrdinal(trimmed, before) || isTrademark(trimmed))) return text
  // At the begin of a text or a word, nothing is raised against it: an address of a note, such as ᵃ Mean of five.
  if (!/\S$/.test(before)) return text
  const content = /^(?:[\p{L}\p{M}\p{N}]+|\([^()]*\))$/u.test(trimmed) ? trimmed : `(${trimmed})`
  return text.replace(trimmed, () => `${marks[position]}${content}`)
}

export type RaisedPiece = { readonly text: string; readonly position: TextPosition }

/** Joins the runs of a text; those that are raised alike are one, as 10⁻⁶ may be in two. */
export function joinRaised(pieces: readonly RaisedPiece[]): string {
  const joined: { text: string; position: TextPosition }[] = []
  for (const { text, position } of pieces) {
    const last = joined.at(-1)
    if (last?.position === position) last.text += text
    else if (text !== '') joined.push({ text, position })
  }
  let text = ''
  for (const piece of joined) text += formatRaised(piece.text, piece.position, text.slice(-1))
  return text
}

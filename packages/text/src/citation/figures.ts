// The figures of a text, in five languages.

const thaiZero = 0x0e50

/** Returns the text in NFKC with the digits of Thai as those of ASCII, and one kind of hyphen, space and apostrophe. */
export const normalizeFigures = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - thaiZero))
    .replaceAll(/[‐-―−－]/g, '-')
    .replaceAll(/[’ʼ]/g, "'")
    .replaceAll(/\s+/g, ' ')

/** Digits in groups of three, or with a decimal point or comma; `1 000` too. */
export const numberPattern = /\d{1,3}(?:[ ']\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)*/g

/** What the digits of a number may mean, with the digits behind its decimal mark. */
export type NumberReading = { readonly value: number; readonly decimals: number }

/** Returns what the digits of a number may mean: `1,000` is a thousand, or one in a language with decimal commas. */
export function readNumber(text: string): NumberReading[] {
  const plain = text.replaceAll(/[ ']/g, '')
  const marks = [...plain.matchAll(/[.,]/g)]
  const last = marks.at(-1)
  if (!last) return [{ value: Number(plain), decimals: 0 }]
  const isGrouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(plain)
  const grouped = isGrouped ? [{ value: Number(plain.replaceAll(/[.,]/g, '')), decimals: 0 }] : []
  const isMixed = new Set(marks.map(([mark]) => mark)).size > 1
  if (marks.length > 1 && !isMixed) return isGrouped ? grouped : plain.split(/[.,]/).map((part) => ({ value: Number(part), decimals: 0 }))
  const decimals = plain.slice(last.index + 1)
  const value = Number(`${plain.slice(0, last.index).replaceAll(/[.,]/g, '')}.${decimals}`)
  return [...grouped, { value, decimals: decimals.length }]
}

/** The number of a list's item, which is none of its statement. */
export const listItemPattern = /^\s*(?:\d{1,3}[.)]|[-*•])\s+/

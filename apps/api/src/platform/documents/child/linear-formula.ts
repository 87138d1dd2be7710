// Writes formulas in one line: (a+b)/c, x^2, √(x), ∑_(i=1)^n x.

/** Puts what has more than one term in brackets. */
function group(formula: string): string {
  const text = formula.trim()
  return /^[\p{L}\p{M}\p{N}.,′°%∞]*$/u.test(text) || isBracketed(text) ? text : `(${text})`
}

/** Whether the first bracket is closed by the last one. */
function isBracketed(text: string): boolean {
  if (!text.startsWith('(') || !text.endsWith(')')) return false
  let depth = 0
  for (let index = 0; index < text.length - 1; index += 1) {
    if (text[index] === '(') depth += 1
    else if (text[index] === ')') depth -= 1
    if (depth === 0) return false
  }
  return true
}

const script = (mark: string, text: string) => (text.trim() === '' ? '' : `${mark}${group(text)}`)

export const formatFraction = (over: string, under: string) => `${group(over)}/${group(under)}`

export const formatScripts = (base: string, below: string, above: string) =>
  `${/^\S+$/u.test(base.trim()) ? base.trim() : group(base)}${script('_', below)}${script('^', above)}`

/** Scripts before their base, as of an isotope. */
export const formatPrescripts = (base: string, below: string, above: string) => `${script('_', below)}${script('^', above)} ${base}`.trim()

export const formatRoot = (radicand: string, degree = '') =>
  `${degree.trim() === '' || degree.trim() === '2' ? '√' : `${degree.trim()}√`}${group(radicand)}`

/** A sum, a product or an integral. */
export const formatOperator = (sign: string, below: string, above: string, body: string) =>
  `${sign}${script('_', below)}${script('^', above)} ${body}`.trim()

export const formatMatrix = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((cell) => cell.trim()).join(', ')).join('; ')

/** A sign above one letter; above several it is left out. */
export const formatAccent = (base: string, accent: string) => {
  const letter = base.trim()
  return /^.$/u.test(letter) && /^\p{M}$/u.test(accent) ? `${letter}${accent}` : base
}

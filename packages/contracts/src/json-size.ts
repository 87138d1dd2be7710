// How large JSON is, found without recursion and without a look at more of it than is allowed.

export type JsonSize = {
  /** Lists and objects in one another. */
  readonly depth: number
  /** Values in it, itself included. */
  readonly values: number
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
// Both brackets, and both braces, but for this bit.
const [bracketOrBrace, opening, closing] = [~0x20, 0x5b, 0x5d]

/** `names`: those of all objects. To make and to read them takes ten times as long as the items of a list. */
export type TextSize = JsonSize & { readonly names: number }

/** Whether a JSON text in UTF-8 has at most so many levels, values and names, which are counted before any of them is made. */
export function isTextWithin(bytes: Uint8Array, { depth: maxDepth, values: maxValues, names: maxNames }: TextSize): boolean {
  let depth = 0
  let values = 1
  let names = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === quote) {
      at += 1
      while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
    } else if (byte === comma) values += 1
    else if (byte === colon) names += 1
    else if ((byte & bracketOrBrace) === opening) {
      depth += 1
      values += 1
      if (depth > maxDepth) return false
    } else if ((byte & bracketOrBrace) === closing) depth -= 1
    if (values > maxValues || names > maxNames) return false
  }
  return true
}

/** Whether JSON has at most so many levels and values. */
export function isWithin(root: unknown, { depth: maxDepth, values: maxValues }: JsonSize): boolean {
  let level = [root]
  let seen = 1
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue
      if (depth >= maxDepth) return false
      const inside: unknown[] = Array.isArray(value) ? value : Object.values(value)
      seen += inside.length
      if (seen > maxValues) return false
      for (const each of inside) next.push(each)
    }
    level = next
  }
  return true
}

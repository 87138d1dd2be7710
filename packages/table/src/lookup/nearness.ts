// How near two texts are by their keys.

const pairsOf = (key: string) => {
  const characters = Array.from(` ${key} `)
  return new Set(characters.slice(1).map((character, index) => (characters[index] ?? '') + character))
}

/** Returns the share of pairs of neighboring characters that two keys have in common, 0 to 1 (the coefficient of Dice). */
export function measureNearness(a: string, b: string): number {
  const [first, second] = [pairsOf(a), pairsOf(b)]
  return (2 * [...first].filter((pair) => second.has(pair)).length) / (first.size + second.size)
}

/** Shorter words are other words with one letter changed: warp and wrap. */
const minSlipLength = 5
const isSpelled = /^[\p{Script=Latin}\p{Script=Thai}\p{M}]*$/u

/**
 * Whether one key is the other with one slip of the keyboard: a letter too much, too few, wrong, or two exchanged; or the same letters
 * without their marks. Digits and Han characters are no slip, nor is what only goes on or begins earlier: bleached and unbleached.
 */
export function isSlip(a: string, b: string): boolean {
  if (removeMarks(a) === removeMarks(b)) return true
  if (Math.min(a.length, b.length) < minSlipLength || a.includes(b) || b.includes(a)) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const changed = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const [from = '', to = ''] = changed
  const isExchanged = from.length === 2 && to === (from[1] ?? '') + (from[0] ?? '')
  return (isExchanged || Math.max(from.length, to.length) === 1) && changed.every((part) => isSpelled.test(part))
}

const removeMarks = (key: string) =>
  key.replaceAll(/\p{Script=Latin}\p{M}*/gu, (letter) => letter.normalize('NFD').replaceAll(/\p{M}/gu, ''))

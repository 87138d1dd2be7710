// Finds a passage in a text with other line breaks, spaces or Unicode forms: a PDF splits words into pieces and uses compatibility
// characters (⽤ for 用).

/** The number of letters that must match at the beginning of the passage. */
const seedLetters = 16

type Letters = { text: string; positions: number[] }

/** Returns the letters of a text without white space, each with its original position. */
function collectLetters(text: string): Letters {
  let letters = ''
  const positions: number[] = []
  let at = 0
  for (const character of text) {
    for (const letter of character.normalize('NFKC').toLowerCase()) {
      if (/\s/.test(letter)) continue
      letters += letter
      for (let unit = 0; unit < letter.length; unit++) positions.push(at)
    }
    at += character.length
  }
  return { text: letters, positions }
}

/** Returns the range of the passage in the text, in UTF-16 units; null when it is absent. A part beyond this text is left out. */
export function findPassage(text: string, passage: string): [from: number, to: number] | null {
  const page = collectLetters(text)
  const wanted = collectLetters(passage).text
  if (wanted === '') return null
  // The beginning may be on the previous page, or in a line that the text lacks.
  for (let skipped = 0; skipped < wanted.length; skipped += seedLetters) {
    const seed = wanted.slice(skipped, skipped + seedLetters)
    if (skipped > 0 && seed.length < seedLetters) return null
    const start = page.text.indexOf(seed)
    if (start === -1) continue
    let length = seed.length
    while (skipped + length < wanted.length && page.text[start + length] === wanted[skipped + length]) length++
    const from = page.positions[start] ?? 0
    const last = page.positions[start + length - 1] ?? from
    return [from, last + ((text.codePointAt(last) ?? 0) > 0xffff ? 2 : 1)]
  }
  return null
}

/** Returns the indexes of the pieces that contain a part of the passage. */
export function findPieces(pieces: readonly string[], passage: string): number[] {
  const range = findPassage(pieces.join(''), passage)
  if (!range) return []
  const found: number[] = []
  let start = 0
  pieces.forEach((piece, index) => {
    const end = start + piece.length
    if (piece !== '' && start < range[1] && end > range[0]) found.push(index)
    start = end
  })
  return found
}

// Finds a passage in a text that was cut, spaced or composed in another way: a PDF's words come in pieces, with spaces and line ends
// of its own, and in compatibility forms (⽤ for 用).

/** As many letters have to agree for a place to be taken for the passage's beginning. */
const seedLetters = 16

type Letters = { text: string; positions: number[] }

/** The letters of a text without white space, each with the position that it comes from. */
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

/** Where the passage is in the text: from and to, in UTF-16 units; null when it is not there. What goes on elsewhere is left out. */
export function findPassage(text: string, passage: string): [from: number, to: number] | null {
  const page = collectLetters(text)
  const wanted = collectLetters(passage).text
  if (wanted === '') return null
  // The beginning may be on the page before, or in a line that was left out there.
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

/** Which of the pieces of a text the passage is in. */
export function findPieces(pieces: readonly string[], passage: string): number[] {
  const place = findPassage(pieces.join(''), passage)
  if (!place) return []
  const found: number[] = []
  let start = 0
  pieces.forEach((piece, index) => {
    const end = start + piece.length
    if (piece !== '' && start < place[1] && end > place[0]) found.push(index)
    start = end
  })
  return found
}

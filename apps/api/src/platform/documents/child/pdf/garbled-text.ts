// Recognizes text whose characters are unknown: fonts whose table of characters is missing give numbers of glyphs in their place.

/** The share of unknown characters above which nothing is read of a page. */
const maxUnknownShare = 0.2

const unknown = /[\p{Cc}\p{Co}\p{Cn}\ufffd]|\(cid:\d+\)|(?:\/[Gg]\d{1,3}){2,}/gu

/** Returns the number of unknown characters, and whether there are too many to read any. */
export function findUnknown(text: string): { readonly count: number; readonly isGarbled: boolean } {
  const visible = text.replaceAll(/\s+/g, '')
  let [count, length] = [0, 0]
  for (const [match] of visible.matchAll(unknown)) {
    count += 1
    length += match.length
  }
  return { count, isGarbled: length > maxUnknownShare * visible.length }
}

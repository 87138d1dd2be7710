// Recognizes text whose characters are unknown: fonts whose table of characters is missing give numbers of glyphs in their place.

/** The share of unknown characters above which nothing is read of a page. */
const maxUnknownShare = 0.2

const unknown = /[\p{Cc}\p{Co}\p{Cn}\ufffd]|\(cid:\d+\)|(?:\/[Gg]\d{1,3}){2,}/gu

export function isGarbled(text: string): boolean {
  const visible = text.replaceAll(/\s+/g, '')
  let length = 0
  for (const [match] of visible.matchAll(unknown)) length += match.length
  return length > maxUnknownShare * visible.length
}

// What may stand in a Word file, which is XML.

/** Characters that XML has not, and those that turn the direction of what follows them. */
const forbidden = /[[\p{Cc}\uFFFE\uFFFF\u202A-\u202E\u2066-\u2069]--[\t\n\r]]/gv

/** Returns a text without what would make the file unreadable, or show it otherwise than it is written. */
export const cleanText = (text: string): string => text.toWellFormed().replaceAll(forbidden, '')

/** Returns the address that a link of a file may have, else null. */
export function readWebAddress(url: string | undefined): string | null {
  if (!url || url.length > 2_000) return null
  try {
    const { protocol, href } = new URL(url)
    return protocol === 'http:' || protocol === 'https:' ? href : null
  } catch {
    return null
  }
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u
const firstLetter = /\p{L}/u

/** Whether a paragraph is read from the right, which its first letter says. */
export const isRightToLeft = (text: string): boolean => rightToLeft.test(firstLetter.exec(text)?.[0] ?? '')

// Bare addresses (GFM 6.9), which end at Chinese punctuation too, and before Chinese hosts.
import { addressOpening, inAddress, inHost, unfinishedAddress, words } from './markdown-marks.ts'
import { measureAt } from './match-at.ts'

/** Brackets that are open in an address, and whether it is still in its host. */
export type Address = { depth: number; isHost: boolean }

/** Returns where the words at a place end: with the text or a mark, or before the opening of an address, which goes to `openingEnd`. */
export function findWordsEnd(text: string, from: number): { readonly end: number; readonly openingEnd: number | null } {
  let end = from + measureAt(words, text, from)
  for (let mark = text[end]; mark === ':' || mark === '.'; mark = text[end]) {
    const opening = mark === '.' || text.startsWith('//', end + 1) ? measureOpening(text, { mark, at: end, from }) : 0
    if (opening > 0) return { end: end - opening, openingEnd: end + (mark === ':' ? 3 : 1) }
    end += 1 + measureAt(words, text, end + 1)
  }
  return { end, openingEnd: null }
}

/** Returns how long the opening of an address is before its mark; 0 when there is none. */
function measureOpening(text: string, { mark, at, from }: { mark: ':' | '.'; at: number; from: number }): number {
  const length = addressOpening[mark].exec(text.slice(Math.max(0, at - 6), at))?.[0].length ?? 0
  return at - length < from ? 0 : length
}

/** Returns how many of the last characters of a text may become the opening of an address. */
export const measureUnfinishedOpening = (text: string): number =>
  /[fhpstw:/]$/i.test(text) ? (unfinishedAddress.exec(text.slice(-9))?.[0].length ?? 0) : 0

/** Returns how many characters further an address goes, which it notes; 0 where it ends. */
export function measureAddress(address: Address, text: string, at: number): number {
  const length = measureAt(address.isHost ? inHost : inAddress, text, at)
  if (length > 0) return length
  const mark = text.charAt(at)
  if (address.isHost && /[/?#]/.test(mark)) {
    address.isHost = false
    return measureAddress(address, text, at)
  }
  const isOpening = /[([]/.test(mark)
  if (!isOpening && (address.depth === 0 || !/[)\]]/.test(mark))) return 0
  address.depth += isOpening ? 1 : -1
  return 1
}

// Bare addresses (GFM 6.9), which end at Chinese punctuation too, and before Chinese hosts.
import { inAddress, inHost } from './markdown-marks.ts'
import { measureAt } from './match-at.ts'

/** Brackets that are open in an address, and whether it is still in its host. */
export type Address = { depth: number; isHost: boolean }

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

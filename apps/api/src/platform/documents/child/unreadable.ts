// Counts the characters of a text that mean nothing to its reader.
import type { ReadingFinding } from '@heddle/contracts/document/reading'
import { excerptLine } from './excerpt.ts'
import { createFindings } from './findings.ts'
import type { ReadPart } from './read-part.ts'

/** Of private use, in the place of unknown bytes and glyphs, and controls but blanks and the line ends of mainframes (NEL). */
const unreadable = /[\p{Co}\ufffd]|(?![\s\u0085])\p{Cc}/gu

/** Returns the findings of a part with the unreadable characters of its text, beside those of pages of which its reader has read none. */
export function addUnreadable({ isPaged, pages, findings = [] }: ReadPart): readonly ReadingFinding[] {
  const found = createFindings()
  pages.forEach(({ label, text }, index) => {
    const [first, ...others] = text.matchAll(unreadable)
    if (!first) return
    const at = label ?? excerptLine(text, first.index)
    found.add('characters_unreadable', isPaged ? { page: index + 1, at } : { at }, 1 + others.length)
  })
  const [counted] = found.list()
  if (!counted) return findings
  const known = findings.find(({ kind }) => kind === counted.kind)
  if (!known) return [...findings, counted]
  const isBefore = (known.first?.page ?? Infinity) < (counted.first?.page ?? Infinity)
  const merged = { ...known, count: known.count + counted.count, first: isBefore ? known.first : counted.first }
  return findings.map((finding) => (finding === known ? merged : finding))
}

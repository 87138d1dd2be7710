// Counts the characters of a text that mean nothing to its reader.
import type { ReadingFinding } from '@heddle/contracts/knowledge/reading'
import { createFindings } from './findings.ts'
import type { ReadPart } from './read-part.ts'

/** Of private use, in the place of unknown bytes and glyphs, and controls but blanks. */
const unreadable = /[\p{Co}\ufffd]|(?!\s)\p{Cc}/gu
/** Characters before and behind the first one that tell where it is. */
const context = 20

/** Returns the findings of a part with its unreadable characters, of which its reader may have counted some. */
export function addUnreadable({ isPaged, pages, findings = [] }: ReadPart): readonly ReadingFinding[] {
  const found = createFindings()
  pages.forEach(({ label, text }, index) => {
    const matches = [...text.matchAll(unreadable)]
    const [first] = matches
    if (!first) return
    const at = label ?? text.slice(Math.max(0, first.index - context), first.index + context).replaceAll(/\s+/g, ' ')
    found.add('characters_unreadable', isPaged ? { page: index + 1, at } : { at }, matches.length)
  })
  const [counted] = found.list()
  if (!counted) return findings
  const known = findings.find(({ kind }) => kind === counted.kind)
  if (!known) return [...findings, counted]
  const merged = { ...known, count: Math.max(known.count, counted.count), first: known.first ?? counted.first }
  return findings.map((finding) => (finding === known ? merged : finding))
}

import type { ReadingFinding } from '@heddle/contracts/document/reading'
import type { Source } from '@heddle/contracts/collection/source'

/** Returns the findings of a source that the warnings of its pages do not cover: a page without text is both. */
export function listUncoveredFindings({ findings, warnings, media_type: mediaType }: Source): ReadingFinding[] {
  // In a PDF an empty page has nothing drawn on it; elsewhere it may have pictures.
  const covered = warnings.filter(({ verdict }) => verdict === 'scanned' || (verdict === 'empty' && mediaType !== 'application/pdf')).length
  return findings.filter(({ kind, count }) => kind !== 'little_text' || count > covered)
}

// Reads a PDF in this process, as the program that reads files does: to start that program takes longer than to read a page.
import { readPdf } from '../../src/platform/documents/child/pdf/pdf.ts'
import { addUnreadable } from '../../src/platform/documents/child/unreadable.ts'
import { createPlacedPdf } from './placed-pdf.ts'

export async function readPlaced(...file: Parameters<typeof createPlacedPdf>) {
  const part = await readPdf(createPlacedPdf(...file), { onPage: () => {} })
  const pages = part.pages.map(({ label, text, verdict = 'text' }) => ({ label, text, verdict }))
  return { isPaged: part.isPaged, pages, blocks: part.findBlocks(), boxes: part.boxes ?? [], findings: [...addUnreadable(part)] }
}

// Pictures with words, of the few letters that can be drawn without a font.
import { createPng } from '../files/png.ts'
import { createPlacedPdf } from '../files/placed-pdf.ts'
import { createScan } from '../files/scan.ts'
import type { FileKind } from './corpus-file.ts'

const lines = ['THE LINEN', 'FELT']
const expected = { passages: lines, mayFind: ['recognition_uncertain'], tolerance: 0.05 } as const

export const pictureKinds: readonly FileKind[] = [
  {
    name: 'a picture of words',
    mediaType: 'image/png',
    isRecognized: true,
    make: (_report, language) => (language === 'en' ? { content: createPng(createScan(lines)), expected } : null),
  },
  {
    name: 'a scanned page',
    mediaType: 'application/pdf',
    isRecognized: true,
    make: (_report, language) => (language === 'en' ? { content: createPlacedPdf([[createScan(lines)]]), expected } : null),
  },
]

// What is recognized of scanned pages and images, in the process that opens them.
import type { FileMediaType } from '@heddle/contracts/chat/chat-file'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPlacedPdf, placeLines } from '../../../test/files/placed-pdf.ts'
import { createPng } from '../../../test/files/png.ts'
import { createScan } from '../../../test/files/scan.ts'
import { createExif, createTurnedJpeg, storeTurned } from '../../../test/files/turned-image.ts'
import { createAnimatedWebp, createWebp } from '../../../test/files/webp.ts'
import { readBlocks } from './block-reader.ts'
import { turnImage } from './child/ocr/turn-image.ts'
import { DocumentRefusal } from './child/refusal.ts'
import { locateBoxes } from './locate-boxes.ts'

const require = createRequire(import.meta.url)
const ocrDataDir = join(dirname(require.resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(content: Buffer, mediaType: FileMediaType, dataDir?: string) {
  const path = join(folder, 'file')
  await writeFile(path, content)
  return readBlocks({ path, mediaType, ocrDataDir: dataDir }, new AbortController().signal)
}

const scan = createScan(['THE LINEN', 'FELT'])

function createMovingScan() {
  const white = { ...scan, pixels: Buffer.alloc(scan.pixels.length, 0xff) }
  return createAnimatedWebp([scan, white, white])
}

describe('with the data of a language', () => {
  test('a scanned page is read, and its words are where the image has them', async () => {
    const document = await read(createPlacedPdf([[scan], placeLines(['Hemp is strong.'])]), 'application/pdf', ocrDataDir)
    expect(document.pages.map(({ verdict, text }) => [verdict, text.split(/\s+/)])).toEqual([
      ['text', ['THE', 'LINEN', 'FELT']],
      ['text', ['Hemp', 'is', 'strong.']],
    ])
    const from = document.pages[0]?.text.indexOf('LINEN') ?? -1
    const [box] = locateBoxes(document, [{ page: 1, from, to: from + 'LINEN'.length }])
    // The fifth letter of the first line, on a page of 595 × 842 points.
    expect(box?.x).toBeCloseTo(((80 + 4 * 60) / scan.width) * 595, -1)
    expect(box?.y).toBeCloseTo((1 - 140 / scan.height) * 842, -1.5)
  })

  test('a scan is read too through a stencil, as office scanners make it, beside a few words, and below characters that mean nothing', async () => {
    const [stencil, plain] = [[{ ...scan, isStencil: true }], placeLines(['Hemp is strong.'])]
    const { pages } = await read(createPlacedPdf([stencil, plain]), 'application/pdf')
    expect(pages.map(({ verdict }) => verdict)).toEqual(['scanned', 'text'])
    const scanWith = (line: string) => [scan, ...placeLines([line], { y: 20 })]
    const content = createPlacedPdf([stencil, scanWith('Scanned by a telephone'), scanWith('\ue001\ue002\ue003'), plain])
    const document = await read(content, 'application/pdf', ocrDataDir)
    expect(document.pages.map(({ text }) => text.split(/\s+/))).toEqual([
      ['THE', 'LINEN', 'FELT'],
      ['THE', 'LINEN', 'FELT', 'Scanned', 'by', 'a', 'telephone'],
      ['THE', 'LINEN', 'FELT'],
      ['Hemp', 'is', 'strong.'],
    ])
    expect(document.findings).toEqual([])
  })

  test('an image is read', async () => {
    const document = await read(createPng(scan), 'image/png', ocrDataDir)
    expect(document).toMatchObject({ isPaged: false, pages: [{ verdict: 'text' }] })
    expect(
      document.blocks
        .map(({ text }) => text)
        .join(' ')
        .split(/\s+/),
    ).toEqual(['THE', 'LINEN', 'FELT'])
  })

  test.each([3, 5, 6] as const)('an image that a camera has stored with the orientation %i is read upright', async (orientation) => {
    const content = createPng({ ...storeTurned(scan, orientation), exif: createExif(orientation, orientation % 2 === 0 ? 'II' : 'MM') })
    const document = await read(content, 'image/png', ocrDataDir)
    expect(document.pages[0]?.text.split(/\s+/)).toEqual(['THE', 'LINEN', 'FELT'])
    expect(document.findings).toEqual([])
  })

  test('a photograph of a turned camera is read upright', async () => {
    const document = await read(createTurnedJpeg(scan, 6), 'image/jpeg', ocrDataDir)
    expect(document.pages[0]?.text.split(/\s+/)).toEqual(['THE', 'LINEN', 'FELT'])
  })

  test.each([3, 5, 6, 8] as const)('an image of the orientation %i is turned for a model', async (orientation) => {
    const turned = createPng(storeTurned(scan, orientation))
    const pixels = scan.width * scan.height
    expect(await turnImage(turned, pixels, orientation)).toEqual(await turnImage(createPng(scan), pixels, 1))
    await expect(turnImage(turned, 16_000_001, orientation)).rejects.toThrow(new DocumentRefusal('FILE_IMAGE_TURNED'))
  })

  test.each([
    ['that does not move is read', () => createWebp(scan), []],
    ['that moves is read as it begins, and says what is not read', createMovingScan, [{ kind: 'cut', count: 2, first: null }]],
  ])('a WebP %s', async (_name, create, findings) => {
    const document = await read(create(), 'image/webp', ocrDataDir)
    expect(document.pages[0]?.text.split(/\s+/)).toEqual(['THE', 'LINEN', 'FELT'])
    expect(document.findings).toEqual(findings)
  })

  test('an image that lies on its side and does not say so is a finding', async () => {
    const { findings } = await read(createPng(storeTurned(scan, 6)), 'image/png', ocrDataDir)
    expect(findings).toMatchObject([{ kind: 'recognition_uncertain', count: 1, first: { page: 1 } }])
  })

  test.each([90, 180] as const)('a scan on a page that is turned by %i degrees is read upright', async (rotation) => {
    const stored = storeTurned(scan, ({ 90: 6, 180: 3 } as const)[rotation])
    const document = await read(createPlacedPdf([[stored]], { rotation }), 'application/pdf', ocrDataDir)
    expect(document.pages[0]?.text.split(/\s+/)).toEqual(['THE', 'LINEN', 'FELT'])
    expect(document.findings).toEqual([])
  })

  test('an image without words has no text', async () => {
    await expect(read(createPng({ width: 100, height: 100 }), 'image/png', ocrDataDir)).rejects.toMatchObject({ code: 'FILE_NO_TEXT' })
  })
})

test('without data, scanned pages and images have no text', async () => {
  const document = await read(createPlacedPdf([[scan], placeLines(['Hemp is strong.'])]), 'application/pdf')
  expect(document.pages.map(({ verdict, text }) => [verdict, text])).toEqual([
    ['scanned', ''],
    ['text', 'Hemp is strong.'],
  ])
  await expect(read(createPng(scan), 'image/png')).rejects.toMatchObject({ code: 'FILE_NO_TEXT' })
  const empty = await mkdtemp(join(tmpdir(), 'heddle-test-'))
  await expect(read(createPng(scan), 'image/png', empty)).rejects.toMatchObject({ code: 'FILE_NO_TEXT' })
  await rm(empty, { recursive: true })
})

// Files that Chromium makes of the reports: printed pages, and pictures of their words.
import type { FileMediaType } from '@heddle/contracts/chat/chat-file'
import { type Language, languages } from '@heddle/contracts/languages'
import { type CorpusFile, expectReport, expectText } from '../../apps/api/test/corpus/corpus-file.ts'
import { reports } from '../../apps/api/test/corpus/reports.ts'
import { writePage } from '../../apps/api/test/corpus/web-files.ts'
import { launchBrowser, type Page } from '../../e2e/support/browser/browser.ts'

const pictureTypes = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const

/** Draws the lines on a canvas; in the page. */
const drawing = `({ lines, mediaType, isTurned }) => {
  const canvas = document.createElement('canvas')
  const [width, height] = [1700, 100 + lines.length * 70]
  canvas.width = isTurned ? height : width
  canvas.height = isTurned ? width : height
  const context = canvas.getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  if (isTurned) {
    context.translate(0, width)
    context.rotate(-Math.PI / 2)
  }
  context.fillStyle = 'black'
  context.font = '32px sans-serif'
  lines.forEach((line, index) => context.fillText(line, 50, 90 + index * 70))
  return canvas.toDataURL(mediaType, 0.95)
}`

/** Draws lines, upright or turned by a quarter to the left, as a camera that was held upright stores them. */
async function drawPicture(page: Page, lines: readonly string[], mediaType: string, isTurned: boolean): Promise<Buffer> {
  const url = await page.evaluate<string>(`(${drawing})(${JSON.stringify({ lines, mediaType, isTurned })})`)
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

/** Exif with an orientation alone: 6, to be turned by a quarter to the right. */
function addOrientation(jpeg: Buffer): Buffer {
  const exif = Buffer.from('4578696600004d4d002a000000080001011200030000000100060000'.padEnd(64, '0'), 'hex')
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)])
}

/** Returns the printed pages of every language, and the pictures of those languages that can be recognized. */
export async function printFiles(recognized: ReadonlySet<Language>): Promise<CorpusFile[]> {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    const files: CorpusFile[] = []
    for (const language of languages) {
      const report = reports[language]
      const print = async (style: string) => {
        await page.setContent(writePage(report))
        await page.addStyleTag({ content: style })
        return page.pdf()
      }
      const of = (name: string, mediaType: FileMediaType, format: string) => ({ name: `${name}, ${language}`, language, mediaType, format })
      const pages = [
        ['printed page', 'td, th { border: 1px solid; padding: 4px 12px }'],
        ['printed page without lines', 'td, th { padding: 1px; font-weight: normal }'],
      ] as const
      for (const [name, style] of pages)
        files.push({ ...of(name, 'application/pdf', 'pdf'), content: await print(style), expected: { ...expectReport(report) } })
      if (!recognized.has(language)) continue
      const lines = [report.title, ...report.paragraphs]
      const expected = { ...expectText(report), mayFind: ['recognition_uncertain'], tolerance: 0.05 } as const
      for (const [mediaType, format] of Object.entries(pictureTypes) as [keyof typeof pictureTypes, string][]) {
        const picture = { ...of('a picture', mediaType, format), expected, isRecognized: true }
        files.push({ ...picture, content: await drawPicture(page, lines, mediaType, false) })
      }
      const turned = addOrientation(await drawPicture(page, lines, 'image/jpeg', true))
      files.push({ ...of('a turned photograph', 'image/jpeg', 'jpg'), expected, isRecognized: true, content: turned })
    }
    return files
  } finally {
    await browser.close()
  }
}

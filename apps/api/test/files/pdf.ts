// PDF files made in code: small, real, and as bad as a test needs them.
import { randomBytes } from 'node:crypto'

type PdfOptions = {
  /** The lines of each page. */
  readonly pages: readonly (readonly string[])[]
  /** Bytes of an incompressible image, to make the file as large as scanned ones are. */
  readonly paddingBytes?: number
  /** With an unknown password. */
  readonly isEncrypted?: boolean
}

const escapeText = (text: string) => text.replaceAll(/[\\()]/g, String.raw`\$&`)

const pageContent = (lines: readonly string[]) =>
  ['BT', '/F1 12 Tf', '14 TL', '72 760 Td', ...lines.map((line) => `(${escapeText(line)}) Tj T*`), 'ET'].join('\n')

/** Puts objects into a file with its table of where they are; the first is the catalog. */
export function writePdf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')]
  let length = parts[0]?.length ?? 0
  const offsets: number[] = []
  const add = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  objects.forEach((object, index) => {
    offsets.push(length)
    add(Buffer.from(`${index + 1} 0 obj\n`))
    add(Buffer.isBuffer(object) ? object : Buffer.from(object, 'latin1'))
    add(Buffer.from('\nendobj\n'))
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`
  add(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}${end}`))
  return Buffer.concat(parts)
}

export const stream = (content: Buffer, dictionary = '') =>
  Buffer.concat([Buffer.from(`<< /Length ${content.length} ${dictionary} >>\nstream\n`), content, Buffer.from('\nendstream')])

/** A PDF in Helvetica, a page for each list of lines. */
export function createPdf({ pages, paddingBytes = 0, isEncrypted = false }: PdfOptions): Buffer {
  const objects: (string | Buffer)[] = ['<< /Type /Catalog /Pages 2 0 R >>', '', '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>']
  const kids: string[] = []
  for (const lines of pages) {
    const content = objects.push(stream(Buffer.from(pageContent(lines), 'latin1')))
    const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`
    kids.push(`${objects.push(page)} 0 R`)
  }
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`
  if (paddingBytes > 0) objects.push(stream(randomBytes(paddingBytes), '/Type /XObject /Subtype /Image /Width 1 /Height 1'))
  if (!isEncrypted) return writePdf(objects)
  const secret = () => `<${randomBytes(32).toString('hex')}>`
  const encryption = objects.push(`<< /Filter /Standard /V 1 /R 2 /O ${secret()} /U ${secret()} /P -4 >>`)
  return writePdf(objects, `/Encrypt ${encryption} 0 R /ID [${secret()} ${secret()}]`)
}

/** One page in Big5 with a font that is not in the file, as old Chinese ones are: only the CMaps know its characters. */
export function createBig5Pdf(big5: Buffer): Buffer {
  const text = `BT /F1 12 Tf 72 760 Td <${big5.toString('hex')}> Tj ET`
  const systemInfo = '/CIDSystemInfo << /Registry (Adobe) /Ordering (CNS1) /Supplement 0 >>'
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [5 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type0 /BaseFont /MingLiU /Encoding /ETen-B5-H /DescendantFonts [6 0 R] >>',
    stream(Buffer.from(text)),
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 3 0 R >> >> >>',
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /MingLiU ${systemInfo} /FontDescriptor 7 0 R >>`,
    '<< /Type /FontDescriptor /FontName /MingLiU /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  ])
}

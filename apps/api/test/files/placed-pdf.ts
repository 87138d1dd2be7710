// PDF files whose text stands where a test puts it, in any script: a font that is not in the file, with a table of its characters.
import { stream, writePdf } from './pdf.ts'
import type { GreyImage } from './png.ts'

export type PlacedText = {
  readonly text: string
  /** Points from the lower left corner of the page; the text stands on `y`. */
  readonly x: number
  readonly y: number
  readonly size?: number
  readonly isBold?: boolean
  /** Degrees that it is turned by. */
  readonly angle?: number
  /** What the file says its glyphs are. */
  readonly actualText?: string
  /** Whether it says so in a named list of properties, as some programs do. */
  readonly isNamed?: boolean
  /** Whether it is written downwards; it begins in the middle above its first character. */
  readonly isVertical?: boolean
}

/** An image is drawn over the page, or over a share of its height from the foot. */
export type PlacedImage = GreyImage & {
  readonly heightShare?: number
  /** One bit a pixel, as a stencil through which the page's color is painted. */
  readonly isStencil?: boolean
}

/** The entries of an annotation, or of a field of a form, as the file has them. */
export type PlacedAnnotation = { readonly annotation: string }

export type PlacedPage = readonly (PlacedText | PlacedImage | PlacedAnnotation)[]

type PlacedPdfOptions = {
  /** What the fonts' table of characters says of glyphs, instead of the characters that they are. */
  readonly characters?: Readonly<Record<string, string>>
  /** Glyphs that take no room. */
  readonly zeroWidth?: string
  /** How far what is shown of the pages is turned, clockwise in degrees. */
  readonly rotation?: number
}

const pageSize = { width: 595, height: 842 }

const isWide = (character: string) => /[\u2e80-\uffef]/.test(character)

/** Returns the width of a text in points: letters are half as wide as they are high, ideographs as wide. */
export const measureText = (text: string, size = 10) =>
  Array.from(text, (character) => (isWide(character) ? size : size / 2)).reduce((sum, width) => sum + width, 0)

/** Places lines below each other, without those that are empty. */
export const placeLines = (lines: readonly string[], { x = 60, y = 760, size = 10, leading = 14, isBold = false } = {}): PlacedText[] =>
  lines.flatMap((text, index) => (text === '' ? [] : [{ text, x, y: y - index * leading, size, isBold }]))

const toHex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')

function draw(placed: PlacedPage[number]): string {
  if ('annotation' in placed) return ''
  if ('pixels' in placed) return `q ${pageSize.width} 0 0 ${pageSize.height * (placed.heightShare ?? 1)} 0 0 cm /I1 Do Q`
  const { text, x, y, size = 10, isBold = false, angle = 0, actualText, isNamed, isVertical } = placed
  const radians = (angle * Math.PI) / 180
  const matrix = [Math.cos(radians), Math.sin(radians), -Math.sin(radians), Math.cos(radians)].map((value) => value.toFixed(4)).join(' ')
  const font = isVertical ? 'F3' : isBold ? 'F2' : 'F1'
  const glyphs = `BT /${font} ${size} Tf ${matrix} ${x} ${y} Tm <${toHex(text)}> Tj ET`
  if (actualText === undefined) return glyphs
  return `/Span ${isNamed ? toPropertyName(actualText) : writeProperties(actualText)} BDC ${glyphs} EMC`
}

const writeProperties = (actualText: string) => `<< /ActualText <feff${toHex(actualText)}> >>`
const toPropertyName = (actualText: string) => `/P${toHex(actualText)}`

const namedProperties = (pages: readonly PlacedPage[]) =>
  pages.flat().flatMap((placed) => {
    const { actualText, isNamed = false } = 'text' in placed ? placed : {}
    return isNamed && actualText !== undefined ? [`${toPropertyName(actualText)} ${writeProperties(actualText)}`] : []
  })

const writeToUnicode = (
  characters: Readonly<Record<string, string>>,
) => `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Identity-Unicode def
1 begincodespacerange <0000> <ffff> endcodespacerange
1 beginbfrange <0000> <ffff> <0000> endbfrange
${Object.entries(characters)
  .map(([glyph, text]) => `1 beginbfchar <${toHex(glyph)}> <${toHex(text)}> endbfchar`)
  .join('\n')}
endcmap end end`

function fontObjects(name: string, first: number, { zeroWidth = '', isVertical = false } = {}): string[] {
  const systemInfo = '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>'
  const encoding = isVertical ? 'Identity-V' : 'Identity-H'
  const zeroWidths = Array.from(zeroWidth, (glyph) => `${glyph.charCodeAt(0)} [0]`).join(' ')
  return [
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /${encoding} /DescendantFonts [${first + 1} 0 R] /ToUnicode 3 0 R >>`,
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} ${systemInfo} /FontDescriptor ${first + 2} 0 R /DW 1000 /W [0 11903 500 ${zeroWidths}] >>`,
    `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>`,
  ]
}

/** What is darker than half is painted, by the bit 0. */
function toStencilBits({ width, height, pixels }: GreyImage): Buffer {
  const rowBytes = Math.ceil(width / 8)
  const bits = Buffer.alloc(rowBytes * height, 0xff)
  for (const [index, grey] of pixels.entries()) {
    const x = index % width
    const byte = Math.floor(index / width) * rowBytes + (x >> 3)
    if (grey < 128) bits[byte] = (bits[byte] ?? 0) & ~(0x80 >> (x % 8))
  }
  return bits
}

function imageObject(image: PlacedImage): Buffer {
  const dictionary = `/Type /XObject /Subtype /Image /Width ${image.width} /Height ${image.height}`
  return image.isStencil
    ? stream(toStencilBits(image), `${dictionary} /ImageMask true /BitsPerComponent 1`)
    : stream(image.pixels, `${dictionary} /ColorSpace /DeviceGray /BitsPerComponent 8`)
}

/** All images are the first one. */
export function createPlacedPdf(
  pages: readonly PlacedPage[],
  { characters = {}, zeroWidth = '', rotation = 0 }: PlacedPdfOptions = {},
): Buffer {
  const image = imageObject(pages.flat().find((placed) => 'pixels' in placed) ?? { width: 1, height: 1, pixels: Buffer.alloc(1) })
  const objects: (string | Buffer)[] = [
    '',
    '',
    stream(Buffer.from(writeToUnicode(characters))),
    ...fontObjects('Sans', 4, { zeroWidth }),
    ...fontObjects('Sans-Bold', 7, { zeroWidth }),
    image,
    ...fontObjects('Sans-Vertical', 11, { isVertical: true }),
  ]
  const fonts = '/Font << /F1 4 0 R /F2 7 0 R /F3 11 0 R >>'
  const properties = `/Properties << ${namedProperties(pages).join(' ')} >>`
  const resources = `/Resources << ${fonts} /XObject << /I1 10 0 R >> ${properties} >>`
  const kids: string[] = []
  const fields: string[] = []
  for (const placed of pages) {
    const content = objects.push(stream(Buffer.from(placed.map(draw).join('\n'))))
    const annotations = placed.flatMap((item) =>
      'annotation' in item ? [`${objects.push(`<< /Type /Annot ${item.annotation} >>`)} 0 R`] : [],
    )
    fields.push(...annotations)
    const box = `/MediaBox [0 0 ${pageSize.width} ${pageSize.height}] /Rotate ${rotation}`
    const page = `<< /Type /Page /Parent 2 0 R ${box} /Contents ${content} 0 R ${resources} /Annots [${annotations.join(' ')}] >>`
    kids.push(`${objects.push(page)} 0 R`)
  }
  objects[0] = `<< /Type /Catalog /Pages 2 0 R ${fields.length > 0 ? `/AcroForm << /Fields [${fields.join(' ')}] >>` : ''} >>`
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`
  return writePdf(objects)
}

// Office files made in code: what Word, PowerPoint and Excel write, without what a reader does not need.
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

type Entries = Readonly<Record<string, string | Buffer>>

export async function zip(entries: Entries): Promise<Buffer> {
  const file = new ZipFile()
  for (const [name, content] of Object.entries(entries)) file.addBuffer(typeof content === 'string' ? Buffer.from(content) : content, name)
  file.end()
  return buffer(file.outputStream)
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const xml = (content: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${content}`

const relationshipType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

type Relationship = { readonly id: string; readonly type: string; readonly target: string }

const relationships = (list: readonly Relationship[]) =>
  xml(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
      .map(({ id, type, target }) => `<Relationship Id="${id}" Type="${relationshipType}/${type}" Target="${target}"/>`)
      .join('')}</Relationships>`,
  )

const contentTypes = (parts: Readonly<Record<string, string>>) =>
  xml(
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${Object.entries(
      parts,
    )
      .map(([name, type]) => `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`)
      .join('')}</Types>`,
  )

const packageOf = (main: string, parts: Readonly<Record<string, string>>, entries: Entries): Entries => ({
  '[Content_Types].xml': contentTypes(parts),
  '_rels/.rels': relationships([{ id: 'rId1', type: 'officeDocument', target: main }]),
  ...entries,
})

type DocxOptions = {
  readonly heading?: string
  readonly paragraphs?: readonly string[]
  readonly table?: readonly (readonly string[])[]
  /** Entries beside those of the document. */
  readonly more?: Entries
}

const wordNamespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

export function createDocx({ heading, paragraphs = [], table, more = {} }: DocxOptions): Promise<Buffer> {
  const paragraph = (text: string, style = '') =>
    `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`
  const rows = table?.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('')
  const body = `${heading ? paragraph(heading, 'Heading1') : ''}${paragraphs.map((text) => paragraph(text)).join('')}${rows ? `<w:tbl>${rows}</w:tbl>` : ''}`
  return zip({
    ...packageOf(
      'word/document.xml',
      { 'word/document.xml': 'wordprocessingml.document.main' },
      { 'word/document.xml': xml(`<w:document ${wordNamespace}><w:body>${body}</w:body></w:document>`) },
    ),
    ...more,
  })
}

const wordNamespaces = `${wordNamespace} xmlns:r="${relationshipType}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:v="urn:schemas-microsoft-com:vml"`

/** Parts of a document by the type of their relationship, `footnotes` or `styles 2`, which is also the id: the XML within their root. */
type WordParts = Readonly<Record<string, { readonly root: string; readonly content: string }>>

/** A document with this XML in its body. */
export function createDocxOf(body: string, parts: WordParts = {}, more: Entries = {}): Promise<Buffer> {
  const list = Object.entries(parts).map(([id, part]) => ({ id, type: id.split(' ')[0] ?? id, target: `${id.replace(' ', '')}.xml`, part }))
  const write = (root: string, content: string) => xml(`<${root} ${wordNamespaces}>${content}</${root}>`)
  return zip({
    ...packageOf(
      'word/document.xml',
      { 'word/document.xml': 'wordprocessingml.document.main' },
      {
        'word/document.xml': write('w:document', `<w:body>${body}</w:body>`),
        'word/_rels/document.xml.rels': relationships(list),
        ...Object.fromEntries(list.map(({ target, part }) => [`word/${target}`, write(part.root, part.content)])),
      },
    ),
    ...more,
  })
}

const slideNamespaces =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'

type Slide = {
  /** The XML of its shapes. */
  readonly shapes: string
  readonly isHidden?: boolean
  readonly isUnlisted?: boolean
  readonly relationships?: readonly Relationship[]
}

/** A shape with these paragraphs, in XML; with a placeholder it has its role. */
export const createShape = (paragraphs: string, placeholder = '') =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Text"/><p:cNvSpPr/><p:nvPr>${placeholder && `<p:ph type="${placeholder}"/>`}</p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>${paragraphs}</p:txBody></p:sp>`

/** A presentation of these slides; those that are not listed are in the file only. */
export function createPptxOf(slides: readonly Slide[], more: Entries = {}): Promise<Buffer> {
  const write = ({ shapes, isHidden }: Slide) =>
    xml(
      `<p:sld ${slideNamespaces}${isHidden ? ' show="0"' : ''}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld></p:sld>`,
    )
  const names = slides.map((_, index) => `slides/slide${index + 1}.xml`)
  const list = slides.map(({ isUnlisted }, index) => (isUnlisted ? '' : `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`)).join('')
  return zip({
    ...packageOf(
      'ppt/presentation.xml',
      {
        'ppt/presentation.xml': 'presentationml.presentation.main',
        ...Object.fromEntries(names.map((name) => [`ppt/${name}`, 'presentationml.slide'])),
      },
      {
        'ppt/presentation.xml': xml(`<p:presentation ${slideNamespaces}><p:sldIdLst>${list}</p:sldIdLst></p:presentation>`),
        'ppt/_rels/presentation.xml.rels': relationships(names.map((target, index) => ({ id: `rId${index + 1}`, type: 'slide', target }))),
        ...Object.fromEntries(slides.map((slide, index) => [`ppt/${names[index]}`, write(slide)])),
        ...Object.fromEntries(
          slides.map((slide, index) => [`ppt/slides/_rels/slide${index + 1}.xml.rels`, relationships(slide.relationships ?? [])]),
        ),
      },
    ),
    ...more,
  })
}

/** A presentation with a slide for each list of paragraphs. */
export const createPptx = (slides: readonly (readonly string[])[]): Promise<Buffer> =>
  createPptxOf(
    slides.map((lines) => ({ shapes: createShape(lines.map((line) => `<a:p><a:r><a:t>${escapeXml(line)}</a:t></a:r></a:p>`).join('')) })),
  )

type Cell = string | number | boolean | null
export type SheetRows = readonly (readonly Cell[])[]

const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCodePoint(65 + (index % 26))

const sheetNamespaces = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relationshipType}"`

type Sheet = {
  readonly name: string
  /** The XML of its rows, and of what stands before and behind them. */
  readonly rows: string
  readonly before?: string
  readonly behind?: string
  readonly state?: string
  readonly relationships?: readonly Relationship[]
}

type WorkbookOptions = {
  /** Number formats: the cells of the first one have `s="1"`. */
  readonly formats?: readonly string[]
  /** The XML of fonts: their cells come behind those of the formats. */
  readonly fonts?: readonly string[]
  /** The XML of the strings that cells share. */
  readonly strings?: readonly string[]
  /** The XML of what the workbook has before its sheets and behind them. */
  readonly before?: string
  readonly behind?: string
  readonly more?: Entries
}

/** A workbook with these sheets in XML. */
export function createXlsxOf(
  sheets: readonly Sheet[],
  { formats = [], fonts = [], strings = [], before = '', behind = '', more = {} }: WorkbookOptions = {},
): Promise<Buffer> {
  const list = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
  )
  const numberFormats = formats.map(
    (code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escapeXml(code).replaceAll('"', '&quot;')}"/>`,
  )
  const cellFormats = [
    '<xf numFmtId="0" fontId="0"/>',
    ...formats.map((_, index) => `<xf numFmtId="${164 + index}" fontId="0"/>`),
    ...fonts.map((_, index) => `<xf numFmtId="0" fontId="${index + 1}"/>`),
  ]
  const write = (root: string, content: string) => xml(`<${root} ${sheetNamespaces}>${content}</${root}>`)
  return zip({
    ...packageOf(
      'xl/workbook.xml',
      {
        'xl/workbook.xml': 'spreadsheetml.sheet.main',
        'xl/styles.xml': 'spreadsheetml.styles',
        'xl/sharedStrings.xml': 'spreadsheetml.sharedStrings',
        ...Object.fromEntries(sheets.map((_, index) => [`xl/worksheets/sheet${index + 1}.xml`, 'spreadsheetml.worksheet'])),
      },
      {
        'xl/workbook.xml': write('workbook', `${before}<sheets>${list.join('')}</sheets>${behind}`),
        'xl/_rels/workbook.xml.rels': relationships([
          ...sheets.map((_, index) => ({ id: `rId${index + 1}`, type: 'worksheet', target: `worksheets/sheet${index + 1}.xml` })),
          { id: 'styles', type: 'styles', target: 'styles.xml' },
          { id: 'strings', type: 'sharedStrings', target: 'sharedStrings.xml' },
        ]),
        'xl/styles.xml': write(
          'styleSheet',
          `<numFmts>${numberFormats.join('')}</numFmts><fonts><font/>${fonts.map((font) => `<font>${font}</font>`).join('')}</fonts><cellXfs>${cellFormats.join('')}</cellXfs>`,
        ),
        'xl/sharedStrings.xml': write('sst', strings.map((string) => `<si>${string}</si>`).join('')),
        ...Object.fromEntries(
          sheets.flatMap((sheet, index) => [
            [
              `xl/worksheets/sheet${index + 1}.xml`,
              write('worksheet', `${sheet.before ?? ''}<sheetData>${sheet.rows}</sheetData>${sheet.behind ?? ''}`),
            ],
            [`xl/worksheets/_rels/sheet${index + 1}.xml.rels`, relationships(sheet.relationships ?? [])],
          ]),
        ),
      },
    ),
    ...more,
  })
}

/** A workbook with these sheets. */
export function createXlsx(sheets: Readonly<Record<string, SheetRows>>): Promise<Buffer> {
  const cell = (value: Cell, at: string) => {
    if (value === null) return ''
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`
    if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${Number(value)}</v></c>`
    return `<c r="${at}" t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`
  }
  const row = (cells: readonly Cell[], index: number) =>
    `<row r="${index + 1}">${cells.map((value, column) => cell(value, `${columnName(column)}${index + 1}`)).join('')}</row>`
  return createXlsxOf(Object.entries(sheets).map(([name, rows]) => ({ name, rows: rows.map(row).join('') })))
}

/** What Office writes instead of a document that has a password: no archive, but an old compound file. */
export function createEncryptedOffice(): Buffer {
  const file = Buffer.alloc(8_192)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file)
  Buffer.from('EncryptedPackage', 'utf16le').copy(file, 1_024)
  return file
}

// What people's documents and presentations have beside plain paragraphs: each is in the text, or a finding says that it is not.
import { describe, expect, test } from 'vitest'
import { createDocx, createDocxOf, createPptxOf, createShape, zip } from '../../../test/files/office.ts'
import { renameEntry } from '../../../test/files/zip-edits.ts'
import { readDocx } from './child/office/docx/docx.ts'
import { formatNumber } from './child/office/number-formats.ts'
import { openOffice } from './child/office/package.ts'
import { readPptx } from './child/office/pptx/pptx.ts'
import { formatAutoNumber } from './child/office/pptx/paragraphs.ts'

const readBody = async (...parts: Parameters<typeof createDocxOf>) => {
  const { pages, findings } = await readDocx(await createDocxOf(...parts))
  return { text: pages[0]?.text, findings }
}
const readText = async (...parts: Parameters<typeof createDocxOf>) => (await readBody(...parts)).text

const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (content: string, properties = '') => `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`
const raised = (text: string) => run(text, '<w:vertAlign w:val="superscript"/>')
const moved = (text: string, halfPoints: number) => run(text, `<w:position w:val="${halfPoints}"/>`)
const lowered = (text: string) => run(text, '<w:vertAlign w:val="subscript"/>')

describe('the tables of a document', () => {
  const cell = (content: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`
  const textCell = (text: string, properties = '') => cell(paragraph(run(text)), properties)
  const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`

  test('keep the columns of merged cells', async () => {
    const table = `<w:tbl>${row(textCell('類別'), textCell('項目'), textCell('數值'))}${row(
      textCell('經紗', '<w:vMerge w:val="restart"/>'),
      textCell('強度'),
      textCell('512'),
    )}${row(cell('<w:p/>', '<w:vMerge/>'), textCell('伸長'), textCell('18'))}${row(textCell('合計', '<w:gridSpan w:val="2"/>'), textCell('917'))}</w:tbl>`
    expect(await readText(table)).toBe(
      '| 類別 | 項目 | 數值 |\n| --- | --- | --- |\n| 經紗 | 強度 | 512 |\n| 經紗 | 伸長 | 18 |\n| 合計 |  | 917 |',
    )
  })

  test('name each column below a merged header, and begin where the row does', async () => {
    const before = '<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>'
    const table = `<w:tbl>${row(textCell('Fibre'), textCell('Strength', '<w:gridSpan w:val="2"/>'))}${before}${textCell('warp')}${textCell('weft')}</w:tr></w:tbl>`
    expect(await readText(table)).toBe('| Fibre | Strength | Strength |\n| --- | --- | --- |\n|  | warp | weft |')
  })

  test('part the paragraphs of a cell, and have the text of tables in them', async () => {
    const inner = `<w:tbl>${row(textCell('NEST-1'), textCell('NEST-2'))}</w:tbl><w:p/>`
    const table = `<w:tbl>${row(textCell('Sample'), textCell('Remarks'))}${row(cell(paragraph(run('cotton')) + paragraph(run('wool'))), cell(paragraph(run('tốt')) + inner))}</w:tbl>`
    expect(await readText(table)).toBe('| Sample | Remarks |\n| --- | --- |\n| cotton / wool | tốt / NEST-1, NEST-2 |')
  })

  test('of one column around other blocks are those blocks', async () => {
    const inner = `<w:tbl>${row(textCell('a'), textCell('b'))}</w:tbl><w:p/>`
    expect(await readText(`<w:tbl>${row(cell(paragraph(run('Frame')) + inner))}</w:tbl>`)).toBe('Frame\n\n| a | b |\n| --- | --- |')
  })

  test('have the rows in controls, without those that were deleted', async () => {
    const table = `<w:tbl>${row(textCell('a'), textCell('b'))}<w:sdt><w:sdtContent>${row(textCell('1'), textCell('2'))}</w:sdtContent></w:sdt><w:tr><w:trPr><w:del/></w:trPr>${textCell('x')}</w:tr></w:tbl>`
    expect(await readText(table)).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |')
  })
})

describe('the runs of a document', () => {
  test.each([
    ['10⁶ Pa', run('10') + raised('6') + run(' Pa')],
    ['10⁻⁶ m²', run('10') + raised('-') + raised('6') + run(' m') + raised('2')],
    ['H₂SO₄', `${run('H')}${lowered('2')}${run('SO')}${lowered('4')}`],
    ['T_max, x^(a+b), 1st', `${run('T')}${lowered('max')}${run(', x')}${raised('a+b')}${run(', 1')}${raised('st')}`],
    ['moved 10⁻³ s₁', `${run('moved 10')}${moved('−', 10)}${moved('3', 10)}${run(' s')}${moved('1', -6)}`],
    ['512, adjusted 7', moved('5', 10) + moved('12', 10) + run(', adjusted ') + moved('7', -2)],
    ['by style 3²', run('by style 3') + run('2', '<w:rStyle w:val="Up"/>')],
  ])('that are raised or lowered say so: %s', async (expected, content) => {
    const style =
      '<w:style w:type="character" w:styleId="Up"><w:name w:val="Up"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>'
    expect(await readText(paragraph(content), { styles: { root: 'w:styles', content: style } })).toBe(expected)
  })

  test('that are struck out, hidden or deleted are left out, and said', async () => {
    const content = `${run('80')}${run('100', '<w:strike/>')}${run('x', '<w:vanish/>')}${run(' kept', '<w:strike w:val="0"/>')}<w:del><w:r><w:delText>old</w:delText></w:r></w:del>`
    const { text, findings } = await readBody(paragraph(content))
    expect(text).toBe('80 kept')
    expect(findings).toEqual([{ kind: 'hidden', count: 2, first: { page: null, at: '100' } }])
  })

  test('go on in the next paragraph where the end of one was deleted', async () => {
    expect(await readText(paragraph(run('one '), '<w:rPr><w:del/></w:rPr>') + paragraph(run('line')))).toBe('one line')
  })

  test('of a drop cap are the first letter of its paragraph', async () => {
    expect(await readText(paragraph(run('L'), '<w:framePr w:dropCap="drop"/>') + paragraph(run('ooms weave.')))).toBe('Looms weave.')
  })

  test.each([
    ['ruby', `<w:r><w:ruby><w:rt>${run('ぼうせき')}</w:rt><w:rubyBase>${run('紡績')}</w:rubyBase></w:ruby></w:r>`],
    ['a smart tag', `<w:smartTag><w:smartTag>${run('紡績')}</w:smartTag></w:smartTag>`],
    ['a control', `<w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent>${run('紡績')}</w:sdtContent></w:sdt>`],
    ['an insertion', `<w:ins>${run('紡績')}</w:ins>`],
    ['what was moved here', `<w:moveFrom>${run('x')}</w:moveFrom><w:moveTo>${run('紡績')}</w:moveTo>`],
    ['a field', `<w:fldSimple w:instr="TITLE">${run('紡績')}</w:fldSimple>`],
    [
      'a field in parts',
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>TITLE</w:instrText></w:r>${run('x')}<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('紡績')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
    ],
    ['a link', `<w:hyperlink>${run('紡績')}</w:hyperlink>`],
    ['custom XML', `<w:customXml>${run('紡績')}</w:customXml>`],
    ['an element to come', `<n:new xmlns:n="urn:new">${run('紡績')}</n:new>`],
    [
      'alternatives',
      `<w:r><mc:AlternateContent><mc:Choice Requires="n"/><mc:Fallback>${run('紡績')}</mc:Fallback></mc:AlternateContent></w:r>`,
    ],
  ])('within %s are read', async (_name, content) => {
    expect(await readText(paragraph(`${run('この')}${content}${run('の試験')}`))).toBe('この紡績の試験')
  })

  test('of text boxes stand behind their paragraph, once', async () => {
    const box = `<v:textbox><w:txbxContent>${paragraph(run('In a box'))}</w:txbxContent></v:textbox>`
    const content = `<w:r><mc:AlternateContent><mc:Choice Requires="wps">${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent></w:r>`
    expect(await readText(paragraph(run('Anchor') + content))).toBe('Anchor\n\nIn a box')
  })

  test('in the font Symbol are the signs that it shows', async () => {
    const content = `${run('25 ')}<w:r><w:sym w:font="Symbol" w:char="F0B0"/></w:r>${run('C m', '<w:rFonts w:ascii="Symbol"/>')}<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>`
    expect(await readText(paragraph(content))).toBe('25 °Χ μ☑')
  })

  test('that are formulas are in one line', async () => {
    const sign = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
    const fraction = `<m:f><m:num>${sign('a+b')}</m:num><m:den>${sign('c')}</m:den></m:f>`
    const power = `<m:sSup><m:e>${sign('x')}</m:e><m:sup>${sign('2')}</m:sup></m:sSup>`
    const root = `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${sign('y+1')}</m:e></m:rad>`
    const sum = `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${sign('i=1')}</m:sub><m:sup>${sign('n')}</m:sup><m:e>${sign('i')}</m:e></m:nary>`
    expect(
      await readText(paragraph(`${run('σ = ')}<m:oMath>${fraction}${sign('=')}${power}${sign('+')}${root}${sign('+')}${sum}</m:oMath>`)),
    ).toBe('σ = (a+b)/c=x^2+√(y+1)+∑_(i=1)^n i')
  })

  test('of a form have the value of their boxes', async () => {
    const box = (value: string) =>
      `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox>${value}</w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMCHECKBOX</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
    expect(await readText(paragraph(`${box('<w:checked/>')}${run(' yes ')}${box('<w:default w:val="0"/>')}${run(' no')}`))).toBe(
      '☒ yes ☐ no',
    )
  })
})

describe('the numbers of a document', () => {
  const level = (index: number, format: string, text: string, more = '') =>
    `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`
  const numbering = (levels: string, more = '') => ({
    root: 'w:numbering',
    content: `<w:abstractNum w:abstractNumId="0">${levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>${more}`,
  })
  const item = (text: string, index = 0, id = 1) =>
    paragraph(run(text), `<w:numPr><w:ilvl w:val="${index}"/><w:numId w:val="${id}"/></w:numPr>`)

  test('are those of its levels, as a law has them', async () => {
    const levels =
      level(0, 'taiwaneseCountingThousand', '第%1條') + level(1, 'taiwaneseCountingThousand', '(%2)') + level(2, 'lowerLetter', '%3)')
    const body = `${item('一')}${item('二')}${item('甲', 1)}${item('a', 2)}${item('乙', 1)}${item('三')}${item('丙', 1)}`
    expect(await readText(body, { numbering: numbering(levels) })).toBe(
      '第一條 一\n第二條 二\n  (一) 甲\n    a) a\n  (二) 乙\n第三條 三\n  (一) 丙',
    )
  })

  test('of headings come from their styles, and say the levels above', async () => {
    const levels = level(0, 'upperRoman', '%1.', '<w:pStyle w:val="1"/>') + level(1, 'decimal', '%1.%2', '<w:isLgl/><w:pStyle w:val="2"/>')
    const style = (id: number, more: string) =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="heading ${id}"/><w:pPr><w:numPr>${more}<w:numId w:val="1"/></w:numPr></w:pPr></w:style>`
    const styles = { root: 'w:styles', content: style(1, '') + style(2, '<w:ilvl w:val="1"/>') }
    const heading = (id: number, text: string) => paragraph(run(text), `<w:pStyle w:val="${id}"/>`)
    const body = `${heading(1, '範圍')}${heading(1, 'Method')}${heading(2, 'Warp')}${heading(2, 'Weft')}`
    expect(await readText(body, { styles, numbering: numbering(levels) })).toBe('# I. 範圍\n\n# II. Method\n\n## 2.1 Warp\n\n## 2.2 Weft')
  })

  test('start again where a list says so, and go on where it does not', async () => {
    const list = (id: number, start = '') =>
      `<w:num w:numId="${id}"><w:abstractNumId w:val="0"/>${start && `<w:lvlOverride w:ilvl="0"><w:startOverride w:val="${start}"/></w:lvlOverride>`}</w:num>`
    const body = `${item('a')}${item('b', 0, 2)}${item('c', 0, 3)}${item('d', 0, 3)}`
    expect(await readText(body, { numbering: numbering(level(0, 'decimal', '%1.'), list(2) + list(3, '7')) })).toBe(
      '1. a\n2. b\n7. c\n8. d',
    )
  })

  test('are signs where the sign says something', async () => {
    const levels = level(0, 'bullet', '☒') + level(1, 'bullet', '•')
    expect(await readText(item('done') + item('how', 1), { numbering: numbering(levels) })).toBe('- ☒ done\n  - how')
  })

  test('count empty paragraphs, and stand alone in the cells of a table', async () => {
    const cells = (text: string) => `<w:tr><w:tc>${item('')}</w:tc><w:tc>${paragraph(run(text))}</w:tc></w:tr>`
    expect(await readText(`<w:tbl>${cells('warp')}${cells('weft')}</w:tbl>`, { numbering: numbering(level(0, 'decimal', '%1')) })).toBe(
      '| 1 | warp |\n| --- | --- |\n| 2 | weft |',
    )
  })

  test.each([
    ['taiwaneseCountingThousand', 3, '三'],
    ['taiwaneseCountingThousand', 110, '一百一十'],
    ['chineseCountingThousand', 2_024, '二千零二十四'],
    ['japaneseCounting', 121, '百二十一'],
    ['ideographLegalTraditional', 12, '壹拾貳'],
    ['ideographTraditional', 2, '乙'],
    ['decimalEnclosedCircle', 21, '㉑'],
    ['thaiLetters', 3, 'ฃ'],
    ['thaiNumbers', 105, '๑๐๕'],
    ['thaiCounting', 21, 'ยี่สิบเอ็ด'],
    ['vietnameseCounting', 25, 'hai mươi lăm'],
    ['lowerRoman', 14, 'xiv'],
    ['upperLetter', 28, 'BB'],
    ['decimalZero', 7, '07'],
    ['unheardOf', 7, '7'],
  ])('in the format %s write %i as %s', (format, value, expected) => {
    expect(formatNumber(value, format)).toBe(expected)
  })
})

describe('beside its text, a document', () => {
  const note = (kind: string, text: string) => ({ root: `w:${kind}s`, content: `<w:${kind} w:id="1">${paragraph(run(text))}</w:${kind}>` })

  test('has notes, which are behind the paragraph that they belong to', async () => {
    const body =
      paragraph(`${run('Text')}<w:r><w:footnoteReference w:id="1"/></w:r><w:r><w:endnoteReference w:id="1"/></w:r>`) +
      paragraph(run('Next'))
    expect(await readText(body, { footnotes: note('footnote', '參見 FOOT'), endnotes: note('endnote', 'END') })).toBe(
      'Text[1][i]\n\n[1] 參見 FOOT\n\n[i] END\n\nNext',
    )
  })

  test('has comments and headers, which are said', async () => {
    const parts = {
      comments: { root: 'w:comments', content: `<w:comment>${paragraph(run('Is this so?'))}</w:comment>` },
      'header 1': { root: 'w:hdr', content: paragraph(run('Laboratory 7')) },
      'footer 2': { root: 'w:ftr', content: paragraph(run('3')) },
    }
    expect(await readBody(paragraph(run('Text')), parts)).toEqual({
      text: 'Text',
      findings: [
        { kind: 'comments', count: 1, first: { page: null, at: 'Is this so?' } },
        { kind: 'headers', count: 1, first: { page: null, at: 'Laboratory 7' } },
      ],
    })
  })

  test('has charts, whose words and numbers are a table', async () => {
    const points = (...values: string[]) => values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('')
    const series = `<c:ser><c:tx><c:strRef><c:strCache>${points('Strength')}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points('Hemp', 'Flax')}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${points('690', '0.30000000000000004')}</c:numCache></c:numRef></c:val></c:ser>`
    const title = '<c:title><c:tx><c:rich><a:p><a:r><a:t>Fibres</a:t></a:r></a:p></c:rich></c:tx></c:title>'
    const chart = {
      root: 'c:chartSpace',
      content: `<c:chart>${title}<c:plotArea><c:barChart>${series}</c:barChart></c:plotArea></c:chart>`,
    }
    const body = paragraph(
      '<w:r><w:drawing><a:graphic><a:graphicData><c:chart r:id="chart"/></a:graphicData></a:graphic></w:drawing></w:r>',
    )
    expect(await readBody(body, { chart })).toEqual({
      text: 'Fibres\n\n|  | Strength |\n| --- | --- |\n| Hemp | 690 |\n| Flax | 0.3 |',
      findings: [{ kind: 'charts', count: 1, first: { page: null, at: 'Fibres' } }],
    })
  })

  test('may be cut off, and is read as far as it goes', async () => {
    const cut =
      '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Kept</w:t></w:r></w:p><w:p>'
    expect(await readBody('', {}, { 'word/document.xml': cut })).toMatchObject({ text: 'Kept', findings: [{ kind: 'cut' }] })
  })
})

describe('the parts of a document are found', () => {
  const read = async (file: Buffer) => (await readDocx(file)).pages[0]?.text
  const relationships = (target: string, namespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships') =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="${namespace}/officeDocument" Target="${target}"/></Relationships>`
  const document = (namespace: string, prefix = 'w') =>
    `<${prefix}:document xmlns:${prefix}="${namespace}"><${prefix}:body><${prefix}:p><${prefix}:r><${prefix}:t>Found</${prefix}:t></${prefix}:r></${prefix}:p></${prefix}:body></${prefix}:document>`
  const transitional = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

  test.each([
    ['as Word Online names them', { '_rels/.rels': relationships('/word/document2.xml'), 'word/document2.xml': document(transitional) }],
    ['in other cases', { '_rels/.rels': relationships('word/document.xml'), 'Word/Document.xml': document(transitional) }],
    ['with escapes', { '_rels/.rels': relationships('word/%E6%96%87.xml'), 'word/文.xml': document(transitional) }],
    [
      'of a file with macros, which are not read',
      {
        '[Content_Types].xml':
          '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
        '_rels/.rels': relationships('word/document.xml'),
        'word/document.xml': document(transitional),
        'word/vbaProject.bin': 'Sub AutoOpen',
      },
    ],
    ['without relationships', { 'word/document.xml': document(transitional) }],
    ['with other prefixes', { '_rels/.rels': relationships('a.xml'), 'a.xml': document(transitional, 'ns0') }],
    [
      'of the strict format',
      {
        '_rels/.rels': relationships('a.xml', 'http://purl.oclc.org/ooxml/officeDocument/relationships'),
        'a.xml': document('http://purl.oclc.org/ooxml/wordprocessingml/main'),
      },
    ],
    ['in UTF-16', { 'word/document.xml': Buffer.from(`\ufeff${document(transitional)}`, 'utf16le') }],
  ])('%s', async (_name, entries) => {
    expect(await read(await zip(entries))).toBe('Found')
  })

  test('with backslashes', async () => {
    const file = await createDocx({ paragraphs: ['Found'] })
    expect(await read(renameEntry(file, 'word/document.xml', String.raw`word\document.xml`))).toBe('Found')
  })

  test('with bytes behind the archive', async () => {
    const file = await createDocx({ paragraphs: ['Found'] })
    expect(await read(Buffer.concat([file, Buffer.from('\r\n')]))).toBe('Found')
  })

  test('whatever else is in the file: archives and pictures are not unpacked, and not counted', async () => {
    const more = { 'word/media/a.png': await zip({ a: 'x' }), 'word/media/b.bmp': Buffer.alloc(1_000_000) }
    const file = await openOffice(await createDocx({ paragraphs: ['Found'], more }), 'docx', { bytes: 100_000 })
    expect(await file.readTree(file.main)).toMatchObject({ name: 'w:document' })
    await expect(file.readBytes('word/media/b.bmp')).rejects.toMatchObject({ code: 'FILE_UNPACKS_TOO_LARGE' })
  })

  test('and one that says it is too large is refused before it is unpacked', async () => {
    const budget = { bytes: 100_000 }
    const more = { 'word/large.xml': `<a>${' '.repeat(200_000)}</a>` }
    const file = await openOffice(await createDocx({ paragraphs: ['Found'], more }), 'docx', budget)
    const remaining = budget.bytes
    await expect(file.readTree('word/large.xml')).rejects.toMatchObject({ code: 'FILE_UNPACKS_TOO_LARGE' })
    expect(budget.bytes).toBe(remaining)
  })

  test('and those of a document in it', async () => {
    const inner = await createDocx({ paragraphs: ['Inner'] })
    const link =
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="c" Type="x/aFChunk" Target="chunk.docx"/></Relationships>'
    const more = { 'word/_rels/document.xml.rels': link, 'word/chunk.docx': inner }
    expect(await readText(`${paragraph(run('Outer'))}<w:altChunk r:id="c"/>`, {}, more)).toBe('Outer\n\nInner')
  })
})

describe('a presentation', () => {
  const line = (text: string, properties = '') => `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`

  test('has the slides that it lists, and says which are hidden', async () => {
    const slide = (text: string) => ({ shapes: createShape(line(text)) })
    const { pages, findings } = await readPptx(
      await createPptxOf([slide('One'), { ...slide('Two'), isHidden: true }, { ...slide('Gone'), isUnlisted: true }, slide('Three')]),
    )
    expect(pages.map(({ text }) => text)).toEqual(['One', 'Two', 'Three'])
    expect(findings).toEqual([{ kind: 'hidden', count: 1, first: { page: 2, at: null } }])
  })

  test('has titles first, numbered lists, raised text and merged cells', async () => {
    const auto = '<a:pPr><a:buAutoNum type="ea1ChtPeriod"/></a:pPr>'
    const power = '<a:p><a:r><a:t>10</a:t></a:r><a:r><a:rPr baseline="30000"/><a:t>6</a:t></a:r></a:p>'
    const cell = (text: string, attributes = '') => `<a:tc${attributes}><a:txBody>${line(text)}</a:txBody></a:tc>`
    const table = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr>${cell('a')}${cell('b')}</a:tr><a:tr>${cell('1', ' rowSpan="2"')}${cell('2')}</a:tr><a:tr>${cell('', ' vMerge="1"')}${cell('3')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
    const shapes = `<p:grpSp>${createShape(line('warp', auto) + line('weft', auto) + power)}</p:grpSp>${createShape(line('Looms'), 'title')}${createShape(line('7'), 'sldNum')}${table}`
    const { pages } = await readPptx(await createPptxOf([{ shapes }]))
    expect(pages[0]?.text).toBe('# Looms\n\n一. warp\n二. weft\n\n10⁶\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n| 1 | 3 |')
  })

  test('has letters in a run that names a font for symbols, and only its signs in that font', async () => {
    const font = '<a:rPr><a:sym typeface="Wingdings"/></a:rPr>'
    const shapes = createShape(`<a:p><a:r>${font}<a:t>Lorem \uf0fc</a:t></a:r></a:p>`)
    expect(await readPptx(await createPptxOf([{ shapes }]))).toMatchObject({ pages: [{ text: 'Lorem ✓' }], findings: [] })
  })

  test('of 1,100 entries is read', async () => {
    const more = Object.fromEntries(Array.from({ length: 1_100 }, (_, index) => [`ppt/media/${index}`, '']))
    expect((await readPptx(await createPptxOf([{ shapes: createShape(line('One')) }], more))).pages).toHaveLength(1)
  })

  test.each([
    ['arabicParenBoth', '(3)'],
    ['alphaLcPeriod', 'c.'],
    ['romanUcParenR', 'III)'],
    ['circleNumDbPlain', '③'],
    ['thaiNumPeriod', '๓.'],
  ])('numbers its lists by %s: %s', (type, expected) => {
    expect(formatAutoNumber(3, type)).toBe(expected)
  })
})

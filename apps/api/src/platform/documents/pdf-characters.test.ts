// Which characters the glyphs of a PDF are, and what of a page is not in its content: fields of forms, notes, and what is only drawn.
import { describe, expect, test } from 'vitest'
import { measureText, type PlacedPage, placeLines } from '../../../test/files/placed-pdf.ts'
import { readPlaced as read } from '../../../test/files/read-placed.ts'
import { createScan } from '../../../test/files/scan.ts'
import { locateBoxes } from './locate-boxes.ts'

const readText = async (pages: readonly PlacedPage[]) => (await read(pages)).pages[0]?.text

const locate = (document: Pick<Awaited<ReturnType<typeof read>>, 'pages' | 'boxes'>, words: string) => {
  const from = document.pages[0]?.text.indexOf(words) ?? -1
  return locateBoxes(document, [{ page: 1, from, to: from + words.length }])
}

/** Places texts behind each other on a line. */
function placeRow(texts: readonly { readonly text: string; readonly actualText?: string; readonly isNamed?: boolean }[], y: number) {
  let x = 60
  return texts.map((each) => {
    const placed = { ...each, x, y }
    x += measureText(each.text.replaceAll(/[\ue200-\ue2ff]/g, ''))
    return placed
  })
}

describe('glyphs', () => {
  // Typst gives the first glyph of a cluster its whole text in one place, and another text in the next.
  const characters = { '\ue100': 'ชื้', '\ue101': 'ต้', '\ue200': '$', '\ue201': '\u001c' }
  const zeroWidth = '\ue200\ue201'

  test('that stand for several characters are as wide as they are drawn, and have their actual text', async () => {
    const lines = [
      ...placeRow([{ text: 'ความ' }], 700),
      ...placeRow(
        [{ text: '\ue100\ue200\ue201', actualText: 'ชิ้' }, { text: 'น' }, { text: '\ue101\ue200', actualText: 'ตั' }, { text: 'วอย่าง' }],
        686,
      ),
    ]
    const document = await read([lines], { characters, zeroWidth })
    expect(document.pages[0]?.text).toContain('ชิ้นตัวอย่าง')
    const [box] = locate(document, 'น')
    expect(box?.x).toBeCloseTo(70)
  })

  test('of a cluster give its text once, though the file gives it for each of them', async () => {
    const mark = { text: '\ue202', actualText: 'ชื้', x: 70, y: 700.6 }
    const lines = [{ text: '\ue100', x: 60, y: 700 }, mark, { ...mark, y: 700.2 }, { text: 'น', x: 70, y: 700 }]
    const document = await read([lines], { characters: { ...characters, '\ue202': 'ชื้' }, zeroWidth: '\ue202' })
    expect(document.pages[0]?.text).toBe('ชื้น')
  })

  test('have the actual text of a named list of properties', async () => {
    expect(await readText([placeRow([{ text: 'e\ue001', actualText: 'effi', isNamed: true }, { text: 'cient' }], 700)])).toBe('efficient')
  })

  test('of a soft hyphen are a hyphen, which goes where a word was divided', async () => {
    const lines = placeLines([
      'The specimens of all kinds are kept for a day in an atmosphere that is neither dry nor hu\u00ad',
      'mid, from 2026\u00ad01\u00ad05, at \u00ad5 °C.',
    ])
    expect(await readText([lines])).toBe(
      'The specimens of all kinds are kept for a day in an atmosphere that is neither dry nor humid, from 2026-01-05, at -5 °C.',
    )
  })

  test('of a divided word are one word, where its line ends before the margin too', async () => {
    const lines = placeLines([
      'The specimens of all kinds are kept for a day in an atmo\u00ad',
      'sphere that is neither dry nor hu\u00ad',
      'mid.',
    ])
    expect(await readText([lines])).toBe('The specimens of all kinds are kept for a day in an atmosphere that is neither dry nor humid.')
  })

  test('of old Thai fonts are the letters and marks that they show', async () => {
    expect(await readText([placeLines(['ฝ\uf714าย ป\uf701\uf714น ก\uf70aอน \uf700านะ ห\uf70fิง'])])).toBe('ฝ้าย ปิ้น ก่อน ฐานะ หญิง')
  })

  test('of old-style figures and pieces of brackets are what they show', async () => {
    expect(await readText([placeLines(['\uf732\uf730\uf732\uf736 \uf8eba\uf8f6'])])).toBe('2026 ⎛a⎞')
  })

  test('that mean nothing are a finding', async () => {
    const document = await read([placeLines(['Hemp is strong.']), placeLines(['Cotton \ue001 is soft and it is white \ue002.'])])
    expect(document.findings).toEqual([
      { kind: 'characters_unreadable', count: 2, first: { page: 2, at: expect.stringContaining('Cotton \ue001') } },
    ])
  })

  test('that mean nothing on all of a page are one too, and no text', async () => {
    const document = await read([placeLines(['Hemp is strong.']), placeLines(['\ue001\ue002\ue003 \ue004'])])
    expect(document.findings).toEqual([{ kind: 'characters_unreadable', count: 4, first: { page: 2, at: null } }])
  })
})

describe('what is raised or lowered by its size and baseline', () => {
  /** Pieces of a line: those behind `^` are raised, those behind `_` lowered, and both smaller. */
  function placePieces(line: string, y = 700) {
    let x = 60
    return (line.match(/[_^]?[^_^]+/g) ?? []).flatMap((piece) => {
      const shift = piece.startsWith('^') ? 4 : piece.startsWith('_') ? -2 : 0
      const [text, size] = shift === 0 ? [piece, 10] : [piece.slice(1), 7]
      const placed = {
        text: text.trim(),
        x: x + measureText(text.slice(0, text.length - text.trimStart().length), size),
        y: y + shift,
        size,
      }
      x += measureText(text, size)
      return placed.text === '' ? [] : [placed]
    })
  }

  test.each([
    ['10^6_ Pa', '10⁶ Pa'],
    ['10^−6', '10⁻⁶'],
    ['H_2^O', 'H₂^O'],
    ['T_max', 'T_max'],
    ['x^a+b', 'x^(a+b)'],
    ['SO_4^2−', 'SO₄²⁻'],
    ['1^st', '1st'],
    ['word^1,2', 'word^(1,2)'],
    ['273,750^1', '273,750¹'],
    ['มม^2', 'มม²'],
    ['強度^3)', '強度³⁾'],
  ])('%s is %s', async (line, expected) => {
    expect(await readText([placePieces(line)])).toBe(expected)
  })

  test('stays as it is where it is apart from the text beside it, or on its baseline', async () => {
    const apart = [
      { text: '10', x: 60, y: 700 },
      { text: '6', x: 75, y: 704, size: 7 },
    ]
    const small = [
      { text: 'NATO', x: 60, y: 600 },
      { text: '14', x: 80, y: 600, size: 7 },
    ]
    expect(await readText([[...apart, ...small]])).toBe('10 6\n\nNATO14')
  })

  test('is a fraction where one number stands above the other', async () => {
    const half = [
      { text: '1', x: 92, y: 704, size: 7 },
      { text: '2', x: 92, y: 696.4, size: 7 },
    ]
    expect(await readText([[{ text: 'about', x: 60, y: 700 }, ...half, { text: 'turn', x: 100, y: 700 }]])).toBe('about 1/2 turn')
  })
})

describe('blanks in Thai', () => {
  test.each([
    ['before marks', 'ผ ู้ใช ้ต ้องด ูแล', 'ผู้ใช้ต้องดูแล'],
    ['in the place of the ring of sara am', 'ค าน า จ านวน น ้าหนัก', 'คำนำ จำนวน น้ำหนัก'],
    ['before the tone marks of other words', 'ผ ้าฝ ้ายท ี่', 'ผ้าฝ้ายที่'],
    ['between words', 'ผ้า ใยสังเคราะห์ ๕ ชิ้น', 'ผ้า ใยสังเคราะห์ ๕ ชิ้น'],
  ])('%s', async (_name, written, expected) => {
    expect(await readText([placeLines([written])])).toBe(expected)
  })

  test('leave each word its box where they are taken out', async () => {
    const document = await read([placeLines(['ผ ู้ hemp'], { x: 100, y: 500 })])
    const [box] = locate(document, 'hemp')
    expect(box?.x).toBeGreaterThan(110)
    expect(box?.width).toBeLessThan(30)
  })
})

describe('forms', () => {
  const field = (name: string, rect: string, entries: string) => ({
    annotation: `/Subtype /Widget /T (${name}) /Rect [${rect}] /DA (/F1 10 Tf 0 g) /F 4 ${entries}`,
  })

  test('have the values of their fields beside the labels', async () => {
    const document = await read([
      [
        ...placeLines(['Applicant:', 'Agreed:', 'Unit:', 'Remarks:'], { y: 700, leading: 30 }),
        field('name', '200 696 400 712', '/FT /Tx /V (Lin KX-4471)'),
        field('agreed', '200 668 212 680', '/FT /Btn /V /Yes /AS /Yes /AP << /N << /Yes 10 0 R /Off 10 0 R >> >>'),
        field('unit', '200 636 400 652', '/FT /Ch /Ff 131072 /Opt [[(1) (cN/tex)] [(2) (N)]] /V (1)'),
        field('remarks', '200 570 400 620', '/FT /Tx /Ff 4096 /V (first line\\nsecond ZZ-12)'),
        field('empty', '200 500 400 520', '/FT /Tx'),
      ],
    ])
    const text = document.pages[0]?.text ?? ''
    for (const line of [/Applicant:.*Lin KX-4471/, /Agreed:.*☒/, /Unit:.*cN\/tex/, /Remarks:.*first line/, /second ZZ-12/])
      expect(text).toMatch(line)
    expect(document.findings).toEqual([{ kind: 'form_fields', count: 4, first: { page: 1, at: 'name' } }])
    expect(locate(document, 'KX-4471')).toMatchObject([{ page: 1, y: 696 }])
  })

  test('name a field that nothing on the page names', async () => {
    expect(await readText([[field('serial', '200 696 400 712', '/FT /Tx /TU (Serial number) /V (A-17)')]])).toBe('Serial number: A-17')
  })

  test('keep what no one is to see', async () => {
    const secret = [
      ...placeLines(['Sign in:'], { y: 700 }),
      field('password', '200 696 400 712', '/FT /Tx /Ff 8192 /V (secret)'),
      { annotation: '/Subtype /Widget /T (hidden) /Rect [200 650 400 670] /F 2 /FT /Tx /V (hidden)' },
    ]
    expect(await readText([secret])).toBe('Sign in:')
  })
})

describe('annotations', () => {
  test('are text where they are drawn, and behind that of the page where they are notes', async () => {
    const document = await read([
      [
        ...placeLines(['The strength was measured at 20 °C.', 'The elongation was not.'], { y: 700, leading: 40 }),
        { annotation: '/Subtype /FreeText /Rect [60 676 300 690] /DA (/F1 10 Tf 0 g) /Contents (see report 12)' },
        { annotation: '/Subtype /Highlight /Rect [60 655 160 670] /QuadPoints [60 670 160 670 60 655 160 655] /Contents (why not?)' },
      ],
    ])
    expect(document.pages[0]?.text.split(/\n+/)).toEqual([
      'The strength was measured at 20 °C.',
      'see report 12',
      'The elongation was not.',
      'why not?',
    ])
    expect(document.findings).toEqual([{ kind: 'comments', count: 1, first: { page: 1, at: 'why not?' } }])
    expect(locate(document, 'why not?')).toMatchObject([{ x: 60, y: 655, width: 100, height: 15 }])
  })

  test('do not end a paragraph that goes on over the page', async () => {
    const full = 'The specimen is held in the jaws and drawn at a constant rate until it breaks, and the'
    const document = await read([
      [...placeLines([full, full, full, full], { y: 100 }), { annotation: '/Subtype /Text /Rect [500 700 520 720] /Contents (a note)' }],
      placeLines(['force is written down.', '', full, full, full]),
    ])
    expect(document.blocks.find(({ spans }) => spans.length === 2)?.text).toMatch(/and the force is written down\.$/)
    expect(document.blocks.map(({ text }) => text)).toContain('a note')
  })
})

describe('a page of little text', () => {
  test('is a finding where most of it is a picture', async () => {
    const scan = createScan(['THE LINEN'])
    const document = await read([
      placeLines(['Hemp is strong.']),
      [scan, ...placeLines(['Scanned by a telephone'], { y: 20 })],
      [scan],
      [{ ...scan, heightShare: 0.1 }, ...placeLines(['A logo.'])],
    ])
    expect(document.findings).toEqual([{ kind: 'little_text', count: 2, first: { page: 2, at: null } }])
  })
})

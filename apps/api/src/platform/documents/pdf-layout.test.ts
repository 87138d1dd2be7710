// What is understood of a PDF by where its text stands: reading order, headings, lists, tables, and the boxes that a citation marks.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPlacedPdf, measureText, type PlacedPage, placeLines } from '../../../test/files/placed-pdf.ts'
import { readPlaced as read } from '../../../test/files/read-placed.ts'
import { readPdf } from './child/pdf/pdf.ts'
import type { ParsedDocument } from './document.ts'
import { locateBoxes } from './locate-boxes.ts'

const outline = ({ blocks }: Pick<ParsedDocument, 'blocks'>) =>
  blocks.map(({ kind, level, text }) => [level ? `${kind} ${level}` : kind, text])

const filler = (word: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${word} ${index} is written here to fill a whole line of text`)

describe('reading order', () => {
  test('goes down a column before it goes on in the next one, below a title over both', async () => {
    const document = await read([
      [
        { text: 'On the strength of hemp fabrics after ageing in light', x: 120, y: 790, size: 16 },
        ...placeLines(
          filler('Left', 10).map((line) => line.slice(0, 46)),
          { x: 50, y: 750 },
        ),
        ...placeLines(
          filler('Right', 10).map((line) => line.slice(0, 46)),
          { x: 310, y: 750 },
        ),
      ],
    ])
    const text = document.pages[0]?.text ?? ''
    const order = ['On the strength', 'Left 0', 'Left 9', 'Right 0', 'Right 9'].map((start) => text.indexOf(start))
    expect(order).toEqual(order.toSorted((one, other) => one - other))
    expect(order).not.toContain(-1)
    expect(document.blocks[0]).toMatchObject({ kind: 'heading', level: 1 })
  })

  const spanning = Array.from(
    { length: 5 },
    (_, index) => `Line ${index} of what stands above the columns goes on over the whole width of the page`,
  )

  test.each([
    [
      'two of four lines',
      [
        ['the specimens are cut along', 'the warp and then along the', 'weft so that none of them', 'shares its yarns.'],
        ['each is held in jaws whose', 'distance is two hundred and', 'drawn until it breaks, at a', 'constant rate.'],
      ],
      /cut along the warp and then along the weft so that none of them shares its yarns\.\s+each is held .* at a constant rate\./,
    ],
    [
      'three, the first of which is longer',
      [
        ['the fibres of hemp are long', 'and strong, but stiffer than', 'those of cotton, so that the', 'yarns are coarse.'],
        ['wool is warm since its hairs', 'are curled and keep the air', 'between them.'],
        ['silk is fine, and no other', 'fibre of nature is as long', 'as it is.'],
      ],
      /yarns are coarse\.\s+wool .* between them\.\s+silk .* as it is\./s,
    ],
    [
      'of Chinese',
      [
        ['織物的拉伸強度取決於紗線、', '撚度以及經緯密度，試樣在標', '準大氣中調濕。'],
        ['試樣夾入夾具之後，以等速伸', '長直到斷裂為止，並記下最大', '的力。'],
      ],
      /試樣在標準大氣中調濕。\s+試樣夾入夾具之後，以等速伸長直到/,
    ],
  ])('reads short columns one after the other: %s', async (_name, columns, order) => {
    const placed = columns.flatMap((lines, index) => placeLines(lines, { x: 60 + index * 170, y: 660 }))
    const document = await read([[...placeLines(spanning), ...placed, ...placeLines(spanning, { y: 560 })]])
    expect(document.pages[0]?.text).toMatch(order)
    expect(document.blocks.filter(({ kind }) => kind === 'table')).toEqual([])
  })

  test('goes down columns whose paragraphs share some lines of a grid', async () => {
    const column = (counts: readonly number[], word: string, x: number) =>
      placeLines(
        counts.flatMap((count, paragraph) => [
          ...Array.from({ length: count }, (_, line) =>
            `${word} ${paragraph} ${line} is written here`.slice(0, line === count - 1 ? 14 : 40),
          ),
          '',
        ]),
        { x, y: 700 },
      )
    const document = await read([[...column([3, 3, 3, 3, 3], 'Left', 60), ...column([2, 1, 4, 3, 3, 3], 'Right', 310)]])
    const { text } = document.pages[0] ?? { text: '' }
    expect(text.indexOf('Left 4 2')).toBeLessThan(text.indexOf('Right 0 0'))
    expect(document.blocks.filter(({ kind }) => kind === 'table')).toEqual([])
  })

  test('keeps the rows of a table whose cells are sentences', async () => {
    const row = (y: number, word: string) => [
      ...placeLines([`the ${word} is cut along the`, 'warp and along the weft so', 'that none shares its yarn.'], { y }),
      ...placeLines([`${word}s are then conditioned`, 'for a day and a night in a', 'standard atmosphere.'], { x: 260, y }),
    ]
    const document = await read([[...row(700, 'cotton'), ...row(648, 'hemp'), ...row(596, 'flax')]])
    const { text } = document.pages[0] ?? { text: '' }
    expect(text.indexOf('cottons')).toBeLessThan(text.indexOf('the hemp'))
  })

  const verticalLines = [
    '織物の引張強さは糸と撚り',
    'と密度によって決まり、試',
    '験片は標準状態で二十四時',
    '間調湿したのちつかみ具に',
    '取り付ける。',
  ]

  test('goes down the lines of vertical writing from the right to the left, one tier after the other', async () => {
    const spread = (lines: readonly string[], y: number) => lines.map((text, index) => ({ text, x: 500 - index * 17, y, isVertical: true }))
    const lower = ['次に試験片を等速で伸長し', '破断するまでの最大の力を', '記録し、平均を求める。']
    const document = await read([[...spread(verticalLines, 760), ...spread(lower, 560)]])
    expect(document.pages[0]?.text.replaceAll(/\s/g, '')).toBe([...verticalLines, ...lower].join(''))
    expect(document.blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph'])
  })

  test('knows vertical writing whose characters stand upright one by one, as browsers draw it', async () => {
    const columns = verticalLines.map((text, index) =>
      Array.from(text, (character, at) => ({ text: character, x: 500 - index * 17, y: 760 - at * 10 })),
    )
    const document = await read([columns.flat()])
    expect(document.pages[0]?.text.replaceAll(/\s/g, '')).toBe(verticalLines.join(''))
    expect(document.blocks.map(({ kind }) => kind)).toEqual(['paragraph'])
    const from = document.pages[0]?.text.indexOf('密度') ?? -1
    const boxes = locateBoxes(document, [{ page: 1, from, to: from + 2 }])
    expect(boxes[0]?.x).toBeCloseTo(483)
  })

  test('does not follow the order in which a file draws', async () => {
    const lines = placeLines(['Hemp is strong and', 'flax is fine and', 'wool is warm.'])
    expect((await read([lines.toReversed()])).pages[0]?.text).toMatch(/^Hemp.*\s+flax.*\s+wool/)
  })

  test('follows the text of a page that is turned', async () => {
    const lines = placeLines(filler('Turned', 5)).map(({ text, x, y }) => ({ text, x: 800 - y, y: x, angle: 90 }))
    expect((await read([lines])).pages[0]?.text).toMatch(/^Turned 0.*Turned 1.*Turned 4/s)
  })

  test('leaves out watermarks, and what is repeated at the ends of pages with their numbers', async () => {
    const pages = Array.from({ length: 5 }, (_, index): PlacedPage => [
      { text: 'Handbook of fibres', x: 60, y: 800 },
      { text: `Chapter ${'ABCDE'.charAt(index)}`, x: 60, y: 40 },
      { text: String(index + 7), x: 500, y: 40 },
      { text: 'DRAFT', x: 200, y: 300, size: 80, angle: 45 },
      ...placeLines([`The text of ${'pqrst'.charAt(index)} begins at the same place.`, `It ends ${'vwxyz'.charAt(index)}.`], { y: 700 }),
    ])
    const document = await read(pages)
    expect(document.pages[1]?.text).toMatch(/^The text of q begins at the same place.\s+It ends w.$/)
  })

  test('keeps the values and the repeated words of pages that are filled in alike', async () => {
    const pages = [512, 487, 499].map((force, index): PlacedPage => [
      { text: `Report of force ${force} N`, x: 60, y: 800 },
      { text: 'Result: passed', x: 60, y: 600 },
      { text: `Page ${index + 1} of 3`, x: 60, y: 40 },
    ])
    const document = await read(pages)
    expect(document.pages.map(({ text }) => text.split(/\s*\n\s*/))).toEqual(
      [512, 487, 499].map((force) => [`Report of force ${force} N`, 'Result: passed']),
    )
  })
})

describe('the blocks of a page', () => {
  test('are headings by their size, weight and number, and the paragraphs below them', async () => {
    const document = await read([
      [
        ...placeLines(['Tests of fabrics'], { y: 800, size: 20 }),
        ...placeLines(['1 Scope'], { y: 760, size: 14 }),
        ...placeLines([...filler('Body', 4), 'It ends.'], { y: 735 }),
        ...placeLines(['1.1 Terms'], { y: 640, isBold: true }),
        ...placeLines([...filler('More', 3), 'The end.'], { y: 620 }),
        ...placeLines(['2 Method'], { y: 530, size: 14 }),
        ...placeLines(filler('Method', 3), { y: 505 }),
      ],
    ])
    expect(outline(document).map(([kind, text]) => `${kind} ${text?.slice(0, 9)}`)).toEqual([
      'heading 1 Tests of ',
      'heading 2 1 Scope',
      'paragraph Body 0 is',
      'heading 3 1.1 Terms',
      'paragraph More 0 is',
      'heading 2 2 Method',
      'paragraph Method 0 ',
    ])
  })

  const long = 'The specimen is held in the jaws and drawn at a constant rate until it breaks, and the maxi-'

  test.each([
    ['Latin letters, with the word that was divided', [long, 'mum force is written down.'], 'maximum force'],
    [
      'Chinese',
      ['織物的拉伸強度取決於紗線、撚度以及經緯密度，試樣在標準大氣中調濕二十四小時後夾入夾具', '並以等速伸長直到斷裂為止。'],
      '夾具並以',
    ],
    [
      'Japanese',
      ['織物の引張強さは糸と撚りと密度によって決まり、試験片は標準状態で二十四時間調湿したのちつか', 'み具に取り付ける。'],
      'つかみ具',
    ],
    ['Thai', ['ความแข็งแรงต่อแรงดึงของผ้าทอขึ้นอยู่กับเส้นด้ายและความหนาแน่นของการทอชิ้นทดสอบต้องปรับสภาวะใน', 'บรรยากาศมาตรฐาน'], 'ในบรรยากาศ'],
    [
      'Vietnamese',
      ['Độ bền kéo của vải dệt phụ thuộc vào sợi, độ săn và mật độ dệt, mẫu thử được điều hòa trong hai mươi', 'bốn giờ.'],
      'hai mươi bốn giờ',
    ],
  ])('are paragraphs whose lines are joined as the script joins them: %s', async (_name, lines, joined) => {
    const document = await read([placeLines([...lines, '', ...filler('Other', 2)])])
    expect(document.blocks[0]?.text).toContain(joined)
    expect(document.blocks[0]?.text).not.toContain('\n')
  })

  test('are lists with an item a line, whose lines are joined', async () => {
    const indented = { text: 'that is cut along the warp.', x: 74, y: 732 }
    const document = await read([
      [
        ...placeLines(['Prepare for the test:'], { y: 760 }),
        ...placeLines(['• a specimen of 50 mm'], { y: 746 }),
        indented,
        ...placeLines(['• two jaws'], { y: 718 }),
        ...placeLines(filler('After', 3), { y: 690 }),
      ],
    ])
    expect(outline(document).slice(0, 2)).toEqual([
      ['paragraph', 'Prepare for the test:'],
      ['list', '• a specimen of 50 mm that is cut along the warp.\n• two jaws'],
    ])
  })

  const fibres = [
    ['Fibre', 'cN/tex', '伸長率'],
    ['Cotton', '25–40', '3–10'],
    ['Hemp | bast', '53–62', '2'],
    ['Wool', '9–16', '25–45'],
  ]
  const placeTable = (y: number) =>
    fibres.flatMap((row, index) => row.map((text, column) => ({ text, x: 60 + column * 120, y: y - index * 18 })))

  test('are tables whose cells stand below each other, and their captions', async () => {
    const document = await read([[...placeLines(filler('Before', 3)), ...placeLines(['表 1 纖維強度'], { y: 690 }), ...placeTable(660)]])
    expect(outline(document).slice(1)).toEqual([
      ['caption', '表 1 纖維強度'],
      [
        'table',
        '| Fibre | cN/tex | 伸長率 |\n| --- | --- | --- |\n| Cotton | 25–40 | 3–10 |\n| Hemp \\| bast | 53–62 | 2 |\n| Wool | 9–16 | 25–45 |',
      ],
    ])
    expect(document.blocks[2]?.headerRows).toBe(2)
  })

  /** Rows of cells whose columns are as wide as the widest one, with the rest of each cell before it where it is a number. */
  const placeRows = (rows: readonly (readonly string[])[], gap: number, { x: left = 60, y = 700 } = {}) => {
    const columns = rows[0]?.map((_, column) => Math.max(...rows.map((row) => measureText(row[column] ?? '')))) ?? []
    return rows.flatMap((row, index) =>
      row.flatMap((text, column) => {
        const start = left + columns.slice(0, column).reduce((sum, width) => sum + width + gap, 0)
        const x = /^[\d<]/.test(text) ? start + (columns[column] ?? 0) - measureText(text) : start
        return text === '' ? [] : [{ text, x, y: y - index * 14 }]
      }),
    )
  }
  const prose = placeLines(['All of the tests of the yarns were made at 23 degrees.'], { y: 760 })

  test.each([
    [
      'names wider than values, and values beside the next cell',
      [
        ['Yarn', 'Strength (N)', 'Elongation (%)', 'Remarks'],
        ['Warp', '512', '18.4', 'passed'],
        ['Weft', '478', '21.7', 'passed'],
        ['Thread', '96.5', '35.2', 'broke at the clamp'],
      ],
    ],
    [
      'cells that are empty',
      [
        ['Sample', 'pH', 'Cl (mg/L)', 'Fe (mg/L)', 'Remark'],
        ['A-1', '7.2', '', '0.03', 'clear'],
        ['A-2', '6.9', '12.4', '', ''],
        ['B-10', '', '<0.5', '0.1', 'a little turbid'],
        ['B-11', '7.0', '103.25', '', 'clear'],
      ],
    ],
    [
      'Chinese',
      [
        ['試樣', '強度 (N)', '伸長率 (%)', '備註'],
        ['經紗', '512', '18.4', '合格'],
        ['緯紗', '478', '21.7', '合格'],
        ['縫線', '96.5', '35.2', '斷裂於夾具'],
      ],
    ],
  ])('are tables without lines, with gaps as narrow as blanks: %s', async (_name, rows) => {
    const document = await read([[...prose, ...placeRows(rows, 3)]])
    const table = document.blocks.find(({ kind }) => kind === 'table')?.text.split('\n') ?? []
    expect(table.filter((line) => !line.includes('---'))).toEqual(rows.map((row) => `| ${row.join(' | ')} |`))
  })

  test('are tables right below a title, with names to the left of their values', async () => {
    const cells = ['No', 'Load', 'Ext', 'Note', '1', '512.25', '18.4', 'ok', '2', '478.5', '21.75', 'slipped', '3', '96.5', '35.2', 'ok']
    const placed = cells.map((text, index) => {
      const right = 100 + (index % 4) * 60
      const x = /^\d/.test(text) ? right - measureText(text) - 2 : right - 58
      return { text, x, y: 700 - Math.floor(index / 4) * 14 }
    })
    const document = await read([[...prose, { text: 'Report no. 117 of the laboratory', x: 42, y: 714 }, ...placed]])
    expect(outline(document).slice(-2)).toEqual([
      ['paragraph', 'Report no. 117 of the laboratory'],
      [
        'table',
        '| No | Load | Ext | Note |\n| --- | --- | --- | --- |\n| 1 | 512.25 | 18.4 | ok |\n| 2 | 478.5 | 21.75 | slipped |\n| 3 | 96.5 | 35.2 | ok |',
      ],
    ])
  })

  test('are tables whose columns are as wide as those of prose, but whose lines end anywhere', async () => {
    const rows = [
      ['Package and program', 'What it is used for'],
      ['libpam-modules', 'Modules of the sign-in'],
      ['libpam-cracklib and its lists', 'How strong a password has to be'],
      ['libpam-systemd', 'Keeps the sessions of users'],
      ['libc6 of the system', 'Names of hosts and services'],
      ['glibc-doc as pages', 'Help for all that is in it'],
      ['glibc-doc-reference', 'Reference as a book'],
      ['libnss-mdns', 'Names of hosts nearby'],
    ]
    const document = await read([
      rows.flatMap((row, index) => row.map((text, column) => ({ text, x: 60 + column * 200, y: 700 - index * 15, size: 10 }))),
    ])
    expect(document.blocks.map(({ kind }) => kind)).toEqual(['table'])
    expect(document.blocks[0]?.text.split('\n').slice(2)).toEqual(rows.slice(1).map((row) => `| ${row.join(' | ')} |`))
  })

  test('go on over the end of a page as one with a span on each', async () => {
    const document = await read([
      [...placeLines(filler('First', 3)), { text: `${long.slice(0, -6)} maximum elon-`, x: 60, y: 60 }],
      placeLines(['gation is written down.', '', ...filler('Second', 3)]),
    ])
    const block = document.blocks.find(({ spans }) => spans.length === 2)
    expect(block?.text).toMatch(/elongation is written down.$/)
    expect(block?.spans.map(({ page }) => page)).toEqual([1, 2])
  })

  test('have the text that a file gives for glyphs which are no characters, where these stand', async () => {
    const word = { x: 60, y: 700 }
    const size = 10
    const glyphs = [{ text: 'ส', actualText: 'สิ่' }, { text: 'งทอ' }, { text: 'นํ า', actualText: 'น้ำ' }]
    let { x } = word
    const line = glyphs.map((glyph) => {
      const placed = { ...glyph, x, y: word.y }
      x += measureText(glyph.text, size)
      return placed
    })
    const document = await read([line])
    expect(document.pages[0]?.text).toBe('สิ่งทอน้ำ')
    const [box] = locateBoxes(document, [{ page: 1, from: 0, to: 3 }])
    expect(box?.x).toBeCloseTo(word.x)
    expect(box?.width).toBeCloseTo(measureText('ส', size))
  })

  test('know ideographs from the radicals that files have in their place', async () => {
    expect((await read([placeLines(['⽅法與伸⻑率'])])).pages[0]?.text).toBe('方法與伸長率')
  })
})

describe('the boxes of a passage', () => {
  test('are where its words stand, one a line', async () => {
    const lines = ['Cotton is soft and hemp', 'is the strongest fibre of all']
    const document = await read([placeLines(lines, { x: 100, y: 500, size: 20, leading: 28 })])
    const text = document.pages[0]?.text ?? ''
    const from = text.indexOf('hemp')
    const boxes = locateBoxes(document, [{ page: 1, from, to: text.indexOf('strongest') - 1 }])
    const [first, second] = boxes
    expect(boxes).toHaveLength(2)
    expect(first?.x).toBeCloseTo(100 + measureText('Cotton is soft and ', 20), 0)
    expect(first?.width).toBeCloseTo(measureText('hemp', 20), 0)
    expect(first?.y).toBeGreaterThan(480)
    expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThan(525)
    expect(second).toMatchObject({ page: 1, x: 100, width: measureText('is the', 20) })
  })

  test('of ideographs are twice as wide as letters', async () => {
    const document = await read([placeLines(['ab織物cd'], { x: 100, y: 500 })])
    expect(locateBoxes(document, [{ page: 1, from: 2, to: 3 }])).toMatchObject([{ x: 110, width: 10 }])
  })

  test('whatever stands on a page are of characters of its text, which are those of the blocks', async () => {
    const word = fc.constantFrom('hemp', '織物', 'ผ้าทอ', 'sợi', '• item', '1. one', '2.5', 'A-', 'Tab 1', '第一章', '|', 'Σ10²', '\ue001')
    const placed = fc.record({
      text: fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' ')),
      x: fc.integer({ min: 0, max: 500 }),
      y: fc.integer({ min: 0, max: 800 }),
      size: fc.constantFrom(8, 10, 10, 10, 14),
      isBold: fc.boolean(),
      angle: fc.constantFrom(0, 0, 0, 90, 180, 270),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(placed, { maxLength: 40 }), { minLength: 1, maxLength: 3 }), async (pages) => {
        const { pages: texts, findBlocks, boxes = [] } = await readPdf(createPlacedPdf(pages), { onPage: () => {} })
        for (const { text, spans } of findBlocks()) {
          for (const { at, page, from, to } of spans) expect(text.slice(at, at + to - from)).toBe(texts[page - 1]?.text.slice(from, to))
        }
        for (const [index, items] of boxes.entries()) {
          let end = 0
          for (let at = 0; at < items.length; at += 6) {
            const [from = -1, length = 0] = items.slice(at, at + 2)
            expect(from).toBeGreaterThanOrEqual(end)
            expect(length).toBeGreaterThan(0)
            end = from + length
          }
          expect(end).toBeLessThanOrEqual(texts[index]?.text.length ?? 0)
        }
      }),
      { numRuns: 40 },
    )
  })
})

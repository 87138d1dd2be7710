// What people's texts and tables are, and how they are read.
import { describe, expect, test } from 'vitest'
import iconv from 'iconv-lite'
import { readCsvDocument } from './child/text/csv.ts'
import { readHtml } from './child/html/html.ts'
import { readMarkdown, readText } from './child/text/text.ts'
import { DocumentRefusal } from './child/refusal.ts'
import type { ReadPart } from './child/read-part.ts'
import { addUnreadable } from './child/unreadable.ts'

const hex = (bytes: string) => Buffer.from(bytes, 'hex')
const show = (part: ReadPart) => ({ text: part.pages[0]?.text, found: addUnreadable(part).map(({ kind, count }) => [kind, count]) })
const read = (bytes: Buffer | string, settings = {}) => show(readText(Buffer.from(bytes as string), settings))
const readTable = (bytes: Buffer | string, settings = {}) => show(readCsvDocument(Buffer.from(bytes as string), settings))
const readPage = (text: string) => show(readMarkdown(Buffer.from(text), {})).text

describe('a text in the encoding of its country', () => {
  test.each([
    ['windows-1252', 'time,T,dev\n10:00,25.3 °C,±0.2 µm\n10:05,25.4 °C,±0.3 µm'],
    ['windows-1252', 'Größe und Prüfung der Faser: Länge 12 mm, Dicke 5 µm. Müller GmbH.'],
    ['windows-1252', 'Température;23,4\nÉchantillon;coton'],
    ['windows-1252', 'It’s “wet” – 5 € a metre'],
    ['windows-1252', 'Resistência à tração; média de três medições'],
    ['windows-1250', 'Zkouška pevnosti příze: výsledky měření jsou uvedeny v tabulce'],
    ['windows-1250', 'Wytrzymałość przędzy na rozciąganie, średnia z pięciu próbek'],
    ['iso-8859-2', 'Wytrzymałość przędzy na rozciąganie, średnia z pięciu próbek'],
    ['windows-1251', 'Прочность пряжи при растяжении, среднее из пяти испытаний'],
    ['koi8-r', 'Прочность пряжи при растяжении, среднее из пяти испытаний'],
    ['windows-1253', 'Αντοχή νήματος σε εφελκυσμό, μέσος όρος πέντε δοκιμών'],
    ['windows-1254', 'İplik mukavemeti: beş ölçümün ortalaması aşağıda gösterilmiştir'],
    ['windows-1257', 'Verpalų stiprumas ir tąsa: penkių matavimų vidurkis pateiktas šioje lentelėje, žr. priedą'],
    ['cp949', '실의 인장 강도는 다섯 번 측정한 평균값입니다. 똠방각하'],
    ['gb18030', '纱线的拉伸强度是五次测量的平均值。'],
    ['euc-jp', '糸の引張強度は五回測定した平均値です。'],
  ])('%s: %s', (encoding, text) => {
    expect(read(iconv.encode(text, encoding))).toEqual({ text, found: [] })
  })

  test.each([
    ['UTF-8', Buffer.from('織物 ผ้า vải'), '織物 ผ้า vải'],
    ['UTF-8 with a mark', Buffer.from('\ufeff織物'), '織物'],
    ['UTF-16', Buffer.from('\ufeff織物 ผ้า', 'utf16le'), '織物 ผ้า'],
    [
      'Big5',
      hex('a578c657aabaafbcc2b4ab7ebad8c3feabdca668a141befaa576a45dabdcaaf8a141a8e4a4a4a548b4d6a5acb3ccacb0b160a8a3a143'),
      '台灣的紡織品種類很多，歷史也很長，其中以棉布最為常見。',
    ],
    [
      'Big5 whose bytes may also be Thai',
      hex(
        'c2b4a5acbef7a843b667a440a457a4c8a44bc249b0b1bef7ab4fbe69a141a5d1a441af5aad74b364a143bd6eafbdb169a44fb35da977acb0a454a451a4adcdf9a4fbb979a143',
      ),
      '織布機每週一上午八點停機保養，由乙班負責。緯紗張力設定為三十五厘牛頓。',
    ],
    [
      'Shift_JIS',
      hex('93fa967b82cc904495a882cd90cc82a982e7974c96bc82c581418ca682e2968382cc8e8582f08e6782a282dc82b78142'),
      '日本の織物は昔から有名で、絹や麻の糸を使います。',
    ],
    [
      'TIS-620',
      hex('bce9d2b7cda2cda7e4b7c2c1d5cbc5d2c2aab9d4b420e3aae9e0cae9b9b4e9d2c2a8d2a1bde9d2c2e1c5d0e4cbc1'),
      'ผ้าทอของไทยมีหลายชนิด ใช้เส้นด้ายจากฝ้ายและไหม',
    ],
    [
      'Windows-1258',
      hex(
        '5661d2692064eaf2742074fdcc2073f5f269206c616e682076e02073f5f2692062f46e6720f0fdf5f2632064f96e67206e6869eacc7520f5d2205669eaf274204e616d2e',
      ),
      'Vải dệt từ sợi lanh và sợi bông được dùng nhiều ở Việt Nam.',
    ],
  ])('in %s is decoded', (_name, bytes, text) => {
    expect(read(bytes).text).toBe(text)
  })

  test('of half-width katakana is read, and they are made usual ones', () => {
    expect(read(iconv.encode('ｺｰﾄﾞ,ﾃｽﾄ ﾒｲ\n1,ﾆﾎﾝ ﾀﾛｳ', 'shift_jis'))).toEqual({ text: 'コード,テスト メイ\n1,ニホン タロウ', found: [] })
  })

  test('with signs of instruments is read', () => {
    const text = 'Prüfer;Müller\nNr;Ø [mm]\n1;1\u00a0234,5'
    expect(read(iconv.encode(text, 'windows-1252')).text).toBe(text)
  })

  test('of which too little is there is read, and said to be uncertain', () => {
    expect(read(hex('c4e3bac3')).found).toEqual([['encoding_uncertain', 1]])
  })

  test('that was chosen is obeyed by each format', () => {
    const big5 = hex('b4d6a5ac')
    expect(read(big5, { encoding: 'gbk' })).toEqual({ text: '粗ガ', found: [] })
    expect(readTable(big5, { encoding: 'cp950' }).text).toContain('棉布')
    expect(show(readMarkdown(big5, { encoding: 'Big5-HKSCS' })).text).toBe('棉布')
    expect(show(readHtml(Buffer.concat([Buffer.from('<meta charset=gbk>'), big5]), { encoding: 'big5' })).text).toBe('棉布')
  })

  test('that was chosen and does not exist is refused', () => {
    expect(() => read('a', { encoding: 'big6' })).toThrow(new DocumentRefusal('FILE_ENCODING_UNKNOWN'))
  })
})

describe('a text in UTF-8', () => {
  const line = '工作日誌 記錄 CUT-24 '

  test('that is cut within a character lacks only that character', () => {
    expect(read(Buffer.from(line.repeat(9) + '誌').subarray(0, -1))).toEqual({ text: line.repeat(9).trim(), found: [] })
  })

  test.each([
    ['a byte of another encoding', ['溫度 25', 'b0', 'C，濕度 60'], '溫度 25\ufffdC，濕度 60', 1],
    ['a byte in a Latin text', ['Größe, Müller', 'e4', 'x'], 'Größe, Müller\ufffdx', 1],
    ['a character that is cut', ['第一行', 'e7b4', '\n第二行紀錄'], '第一行\ufffd\n第二行紀錄', 1],
    ['a line of another encoding', ['第一行紀錄\n', 'b4d6', '\n第三行紀錄'], '第一行紀錄\n\ufffd\ufffd\n第三行紀錄', 2],
  ])('with %s is not in another encoding', (_name, [before = '', bytes = '', after = ''], text, count) => {
    const content = Buffer.concat([Buffer.from(before), hex(bytes), Buffer.from(after)])
    expect(read(content)).toEqual({ text, found: [['characters_unreadable', count]] })
  })
})

test('characters that cannot be read are counted once, with the line of the first one', () => {
  const part = readText(Buffer.from('first\nx \ue001 y\n\ue002'), {})
  expect(part.findings).toEqual([])
  expect(addUnreadable(part)).toEqual([{ kind: 'characters_unreadable', count: 2, first: { page: null, at: 'x \ue001 y' } }])
})

test('characters of a page that can be read are counted beside those of one that cannot', () => {
  const garbled = { kind: 'characters_unreadable', count: 5, first: { page: 2, at: null } } as const
  const pages = ['', '', 'a\ue001'].map((text) => ({ label: null, text }))
  const count = (first: typeof garbled.first | { page: 9; at: null }) =>
    addUnreadable({ isPaged: true, pages, findBlocks: () => [], findings: [{ ...garbled, first }] })
  expect(count(garbled.first)).toEqual([{ ...garbled, count: 6 }])
  expect(count({ page: 9, at: null })).toEqual([{ ...garbled, count: 6, first: { page: 3, at: 'a\ue001' } }])
})

describe('a text in Big5 as it is used', () => {
  test('has the characters of ETEN and of Hong Kong', () => {
    // ①, kana, 裏, 恒, 嘅.
    expect(readTable(hex('b3c6b5f92cc6a10d0ac6e8c6ea2cf9d80d0af9da2c9def0d0abdd0a8cfa5ce2cb3e6a6ec0d0a'))).toEqual({
      text: '| 備註 | ① |\n| --- | --- |\n| あい | 裏 |\n| 恒 | 嘅 |\n| 請使用 | 單位 |',
      found: [],
    })
  })

  test('has one of private use that no standard knows, which is counted', () => {
    const { text, found } = readTable(hex('b3c6b5f92cc6a10d0aa4fd81402ca1450d0a'))
    expect(text).toContain('| 備註 | ① |')
    expect(found).toEqual([['characters_unreadable', 1]])
  })
})

describe('a text with control characters', () => {
  test.each([
    ['the end of a file of DOS', '甲,1\n\x1a', '甲,1'],
    ['colors of a terminal', '2026 \x1b[31mERROR-24\x1b[0m disk\n\x1b]0;title\x07\x1b[32mOK\x1b[0m', '2026 ERROR-24 disk\nOK'],
    ['vertical tabs', '第一行\x0b第二行', '第一行\n第二行'],
    ['the frames of a device', '\x02+0012.34 g\x03\r\n\x02+0012.35 g\x03\r\n', '+0012.34 g\n+0012.35 g'],
    ['letters printed twice', 'N\bNA\bAM\bME\bE', 'NAME'],
    ['zeros at its end', 'log\n\0\0\0\0', 'log'],
    ['separators of records', 'a\x1f1\x1eb\x1f2', 'a\t1\nb\t2'],
  ])('(%s) is read without them', (_name, text, expected) => {
    expect(read(text)).toEqual({ text: expected, found: [] })
  })

  test.each([
    ['utf16le', '溫度,25.3 °C\n濕度,60\n'],
    ['utf16le', 'temperature,25.3'],
    ['utf-16be', '一二三 织物强度\n'],
    ['utf-16be', 'ผ้าฝ้าย 100 %\n'],
  ])('in %s without a mark is read: %j', (encoding, text) => {
    expect(read(iconv.encode(text, encoding, { addBOM: false }))).toEqual({ text: text.trim(), found: [] })
  })

  test('in ISO-2022-JP is read', () => {
    expect(read(hex('1b2442307a4e4c1b2842203130'))).toEqual({ text: '引量 10', found: [] })
  })
})

describe('a table as people make it', () => {
  const header = '| --- | --- |'

  test.each([
    ['tells its delimiter', 'sep=;\r\n姓名;電話\r\n王;02-1\r\n', `| 姓名 | 電話 |\n${header}\n| 王 | 02-1 |`],
    ['tells a rare delimiter', 'sep=^\na^b\n1^2\n', `| a | b |\n${header}\n| 1 | 2 |`],
    ['has delimiters in its names', '"名,稱";"值, 單位"\n甲;1\n乙;3\n', `| 名,稱 | 值, 單位 |\n${header}\n| 甲 | 1 |\n| 乙 | 3 |`],
    ['has decimal commas', 'x;y\n1,5;2,5\n3,5;4,5\n', `| x | y |\n${header}\n| 1,5 | 2,5 |\n| 3,5 | 4,5 |`],
    ['has bars', 'a|b\n1|2,5\n', `| a | b |\n${header}\n| 1 | 2,5 |`],
    ['has tabs', 'a\tb\n1, 2\t3\n', `| a | b |\n${header}\n| 1, 2 | 3 |`],
    ['repeats by marks', 'id,text\n1,x\n2,"\n', `| id | text |\n${header}\n| 1 | x |\n| 2 | " |`],
    ['has marks in a cell', 'id,text\n1,12" pipe\n2,"5"" pipe"\n', `| id | text |\n${header}\n| 1 | 12" pipe |\n| 2 | 5" pipe |`],
    ['has cells of several lines', 'id,text\n1,"one\n\ntwo, 3"\n2,x\n', `| id | text |\n${header}\n| 1 | one two, 3 |\n| 2 | x |`],
    ['has blanks before its marks', 'a, b\n1, "x, y"\n', `| a | b |\n${header}\n| 1 | x, y |`],
    ['keeps zeros as Excel does', 'id,n\n="00042",1\n"=""007""",2\n', `| id | n |\n${header}\n| 00042 | 1 |\n| 007 | 2 |`],
    ['has its lines in marks', '"a,""x, y"""\n"1,2"\n', `| a | x, y |\n${header}\n| 1 | 2 |`],
    ['has empty columns at its end', 'a,b,,,\n1,2,,,\n', `| a | b |\n${header}\n| 1 | 2 |`],
    [
      'has no name above those of its rows',
      '"x"\t"y"\n"1"\t3\t4\n"2"\t5\t6\n',
      '|  | x | y |\n| --- | --- | --- |\n| 1 | 3 | 4 |\n| 2 | 5 | 6 |',
    ],
    [
      'has a value too many in one row',
      'a,b,c\n1,2,3,4\n5,6,7\n8,9,10\n',
      '| a | b | c |  |\n| --- | --- | --- | --- |\n| 1 | 2 | 3 | 4 |\n| 5 | 6 | 7 |  |\n| 8 | 9 | 10 |  |',
    ],
    ['has a frame', '+---+---+\n| a | b |\n+---+---+\n| 1 |   |\n| 3 | 4 |\n+---+---+\n', `| a | b |\n${header}\n| 1 |  |\n| 3 | 4 |`],
  ])('that %s has its columns', (_name, content, expected) => {
    expect(readTable(content)).toEqual({ text: expected, found: [] })
  })

  test.each([
    ['縫紉測試報告\n\n項目,值\n強度,512\n', '縫紉測試報告'],
    ['縫紉測試報告,\n項目,值\n強度,512\n', '縫紉測試報告'],
    ['Operator\nMs Lin\n項目,值\n強度,512\n', 'Operator\nMs Lin'],
  ])('with titles above its header has them before it: %j', (content, titles) => {
    expect(readTable(content).text).toBe(`${titles}\n\n| 項目 | 值 |\n${header}\n| 強度 | 512 |`)
  })

  test.each([
    ['at the end of its line', '1,"open\n2,row 2\n3,"row, 3"\n', '| 1 | open |\n| 2 | row 2 |\n| 3 | row, 3 |', 1],
    ['before another cell', '"one,a\n"two, 2",b\n', '| one | a |\n| two, 2 | b |', 1],
    ['in several rows, with marks that are doubled', '1,"a ""b""\n2,"c\n', '| 1 | a "b" |\n| 2 | c |', 2],
  ])('with an open mark %s has its cells, and they are counted', (_name, rows, expected, count) => {
    expect(readTable(`id,text\n${rows}`)).toEqual({ text: `| id | text |\n${header}\n${expected}`, found: [['cells_unreadable', count]] })
  })

  test('has the header and the delimiter that were chosen', () => {
    expect(readTable('a,b\nc,d\n1,2\n', { header_row: 2 }).text).toBe(`a | b\n\n| c | d |\n${header}\n| 1 | 2 |`)
    expect(readTable('1,2\n3,4\n', { header_row: 0 }).text).toBe(`|  |  |\n${header}\n| 1 | 2 |\n| 3 | 4 |`)
    expect(readTable('a  b\n1    2\n', { delimiter: ' ' }).text).toBe(`| a | b |\n${header}\n| 1 | 2 |`)
    expect(readTable('a,b;c\n1,2;3\n', { delimiter: ';' }).text).toBe(`| a,b | c |\n${header}\n| 1,2 | 3 |`)
  })

  test('with an open mark in each of 20,000 rows is read in a time that grows with its length', () => {
    const measure = (rows: number) => {
      const begin = process.cpuUsage()
      readTable('"a,b\n'.repeat(rows))
      return process.cpuUsage(begin).user
    }
    measure(1_000)
    expect(measure(20_000)).toBeLessThan(measure(2_000) * 40 + 100_000)
  })
})

describe('a picture within Markdown', () => {
  const data = `data:image/png;base64,${'iVBORw0KGgo'.repeat(1_000)}=`

  test.each([
    ['has its alternative text', `a ![a loom](${data}) b`, 'a a loom b'],
    ['with a title', `![a loom](${data} "t")`, 'a loom'],
    ['by reference', `![a loom][p] and [x][y]\n\n[p]: ${data}\n[y]: /z`, 'a loom and [x][y]\n\n[y]: /z'],
    ['as an element', `<img width="3" src="${data}" alt="a loom"/>`, 'a loom'],
    ['without any text is gone', `one\n\n![](${data})\n\ntwo`, 'one\n\ntwo'],
    ['in a style', `<div style="background: url(${data})">x</div>`, '<div style="background: url()">x</div>'],
    ['elsewhere stays', '![a](b.png) and data:text/plain,short', '![a](b.png) and data:text/plain,short'],
  ])('%s', (_name, text, expected) => expect(readPage(text)).toBe(expected))
})

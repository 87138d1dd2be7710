// What web pages have beside plain paragraphs, and how it is read.
import { describe, expect, test } from 'vitest'
import { readHtml } from './child/html/html.ts'

const read = (html: string) => {
  const { pages, findings } = readHtml(Buffer.from(`<meta charset="utf-8">${html}`))
  return { text: pages[0]?.text, findings }
}
const readText = (html: string) => read(html).text

describe('the tables of a page', () => {
  test('keep the columns of merged cells', () => {
    const table =
      '<table><tr><th>類別<th>項目<th>數值<tr><td rowspan=2>經紗<td>強度<td>512<tr><td>伸長<td>18<tr><td colspan=2>合計<td>917</table>'
    expect(readText(table)).toBe(
      '| 類別 | 項目 | 數值 |\n| --- | --- | --- |\n| 經紗 | 強度 | 512 |\n| 經紗 | 伸長 | 18 |\n| 合計 |  | 917 |',
    )
  })

  test('name each column below a merged header, and merge to their end', () => {
    const table = '<table><tr><th rowspan=0>R<th colspan=2>Strength<tr><th>warp<th>weft<tr><td>1<td>2</table>'
    expect(readText(table)).toBe('| R | Strength | Strength |\n| --- | --- | --- |\n| R | warp | weft |\n| R | 1 | 2 |')
  })

  test('that span more than there is are as wide as their cells', () => {
    expect(readText('<table><tr><td colspan=900>a<td rowspan=60000>b<tr><td colspan=900>c</table>')).toBe(
      '| a | b |\n| --- | --- |\n| c | b |',
    )
  })

  test('have their caption before them, the paragraphs of a cell parted, and tables in a cell', () => {
    const table =
      '<table><caption>表一</caption><tr><th>a<th>b<tr><td><p>one</p><p>two</p><td>x<table><tr><td>1<td>2<tr><td>3<td>4</table></table>'
    expect(readText(table)).toBe('表一\n\n| a | b |\n| --- | --- |\n| one / two | x / 1, 2 / 3, 4 |')
  })

  test('that only arrange the page are what is in them', () => {
    const table = '<table><tr><td><h2>Left</h2><p>text</p><td><table><tr><td>a<td>b<tr><td>1<td>2</table></table>'
    expect(readText(table)).toBe('## Left\n\ntext\n\n| a | b |\n| --- | --- |\n| 1 | 2 |')
  })
})

describe('the words of a page', () => {
  test.each([
    ['10<sup>6</sup> Pa, 5 m<sup>−2</sup>', '10⁶ Pa, 5 m⁻²'],
    ['H<sub>2</sub>SO<sub>4</sub>, T<sub>max</sub>', 'H₂SO₄, T_max'],
    ['x<sup>a+b</sup>, the 1<sup>st</sup>', 'x^(a+b), the 1st'],
    ['so<sup><a href="#n1">[1]</a></sup>', String.raw`so[\[1\]](#n1)`],
    ['<ruby>紡績<rp>(</rp><rt>ぼうせき</rt><rp>)</rp></ruby>の試験', '紡績の試験'],
    ['snake_case', 'snake_case'],
    ['<h1>Looms<a class="headerlink" href="#looms">¶</a></h1>', '# Looms'],
    ['<ol type="a" start="2"><li>one<li>two</ol>', 'b. one\nc. two'],
  ])('in %s are %s', (html, expected) => {
    expect(readText(html)).toBe(expected)
  })

  test('that are struck out are left out, and said', () => {
    expect(read('<p>價格<del>100</del><ins>80</ins>元 <s>old</s> <span style="text-decoration: line-through">x</span></p>')).toEqual({
      text: '價格80元',
      findings: [{ kind: 'hidden', count: 3, first: { page: null, at: '100' } }],
    })
  })

  test.each([
    ['<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac>', '(a+b)/c'],
    ['<msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><msqrt><mi>y</mi></msqrt>', 'x^2+√y'],
    ['<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>', '∑_(i=1)^n i'],
    ['<semantics><msub><mi>T</mi><mi>g</mi></msub><annotation encoding="application/x-tex">T_g</annotation></semantics>', 'T_g'],
  ])('of a formula are in one line: %s', (content, expected) => {
    expect(readText(`<p>f <math>${content}</math></p>`)).toBe(`f ${expected}`)
  })
})

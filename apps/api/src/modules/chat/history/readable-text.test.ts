import { expect, test } from 'vitest'
import { toReadableText } from './readable-text.ts'

test.each([
  ['**羊毛**會縮水，*棉*不會。', '羊毛會縮水，棉不會。'],
  ['## Wool\n- felts\n> * quoted', 'Wool\nfelts\nquoted'],
  ['| fibre | shrinks |\n| --- | :-: |\n| wool | 40 % |', 'fibre · shrinks\n\nwool · 40 %'],
  ['It shrinks [4][12], see [the study](https://a.example/x).', 'It shrinks, see the study.'],
  ['![Loom](https://a.example/loom.png) with `warp`', 'Loom with warp'],
  ['```python\nfelt(wool)\n```', '\nfelt(wool)\n'],
  ['2 * 3 * 4, 2*3*4 and snake_case_name stay', '2 * 3 * 4, 2*3*4 and snake_case_name stay'],
  ['_warp_ and __weft__, ~~old~~', 'warp and weft, old'],
  [String.raw`escaped \*stars\* and a \| bar`, 'escaped *stars* and a | bar'],
  ['a [2024] report, 1 | 2', 'a [2024] report, 1 | 2'],
  ['---\nA\n***', '\nA\n'],
  ['H<sub>2</sub>O, <u>so</u>[^1]\n[^1]: a <b>note</b> <x>', 'H2O, so\n a note <x>'],
  ['<details>\n<summary>More</summary>', '\nMore'],
])('%j is read as %j', (markdown, text) => {
  expect(toReadableText(markdown)).toBe(text)
})

test.each(['*', '_', '[', '|', '`', '> ', '-', '![](', '| - '])('a line of nothing but %j takes no time', (piece) => {
  const began = process.cpuUsage()
  toReadableText(piece.repeat(100_000 / piece.length))
  expect(process.cpuUsage(began).user).toBeLessThan(1_000_000)
})

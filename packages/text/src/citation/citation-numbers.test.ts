import { expect, test } from 'vitest'
import { findShownNumber, renumberCitations } from './citation-numbers.ts'

const sources = [{ number: 4 }, { number: 12 }, { number: 1 }]

test('a source has the number of its first use, and what is none has none', () => {
  expect([4, 12, 1, 2].map((number) => findShownNumber(sources, number))).toEqual([1, 2, 3, null])
})

test.each([
  ['Wool shrinks [4][12], as does silk [1].', 'Wool shrinks [1][2], as does silk [3].'],
  ['羊毛會縮水[4]。', '羊毛會縮水[1]。'],
  ['not of a source [2], nor [2024] nor [^4]', 'not of a source [2], nor [2024] nor [^4]'],
  ['in code `a[4]` and ``b`[4]`` it stays, here [4] not', 'in code `a[4]` and ``b`[4]`` it stays, here [1] not'],
  ['```js\na[4]\n```\n[4]', '```js\na[4]\n```\n[1]'],
  ['[4]\n~~~\na[4]', '[1]\n~~~\na[4]'],
  ['[4](https://a.example) and\n\n[4]: https://a.example', '[4](https://a.example) and\n\n[4]: https://a.example'],
  ['as in [4]: wool, and \\[4] escaped', 'as in [1]: wool, and \\[4] escaped'],
  ['for $5 [4] and $6, but $x_[4]$, $$\n[4]\n$$ and \\(y_[4]\\)', 'for $5 [1] and $6, but $x_[4]$, $$\n[4]\n$$ and \\(y_[4]\\)'],
  ['a lone ` is no code [4]', 'a lone ` is no code [1]'],
])('%j as people see it', (content, shown) => {
  expect(renumberCitations(content, sources)).toBe(shown)
})

test.each(['`', '``a', '$$', '\\(', '\\[', '[4', '~~~\n'])('a long reply of nothing but %j takes no time', (piece) => {
  const content = piece.repeat(100_000 / piece.length)
  const began = process.cpuUsage()
  renumberCitations(content, sources)
  expect(process.cpuUsage(began).user).toBeLessThan(1_000_000)
})

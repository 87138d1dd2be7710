import { expect, test } from 'vitest'
import { listCitedStatements } from './cited-statements.ts'

test.each([
  ['Cotton shrinks by 3 % [1].', [['Cotton shrinks by 3 %', 1]]],
  ['Cotton shrinks. [1]', [['Cotton shrinks.', 1]]],
  ['Wool felts. Cotton shrinks by 3.5 % [2].', [['Cotton shrinks by 3.5 %', 2]]],
  [
    'It is 3 % for wool [1], and 5 % for cotton [2].',
    [
      ['It is 3 % for wool', 1],
      [', and 5 % for cotton', 2],
    ],
  ],
  ['Wool felts [1][12].', [['Wool felts', 1, 12]]],
  [
    'Wool felts [1]. [2]',
    [
      ['Wool felts', 1],
      ['Wool felts', 2],
    ],
  ],
  [
    '羊毛會縮水。棉縮水 3%[3]。麻不會[4]。',
    [
      ['棉縮水 3%', 3],
      ['麻不會', 4],
    ],
  ],
  [
    'ผ้าฝ้ายหด 3% [1] ขนสัตว์หด 5% [2]',
    [
      ['ผ้าฝ้ายหด 3%', 1],
      ['ขนสัตว์หด 5%', 2],
    ],
  ],
  ['[1] says so.', [['', 1]]],
  ['Nothing is cited [here].', []],
])('the citations of %j stand behind %j', (paragraph, expected) => {
  expect(listCitedStatements(paragraph).map(({ text, numbers }) => [text, ...numbers])).toEqual(expected)
})

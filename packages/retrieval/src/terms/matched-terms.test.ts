import { expect, test } from 'vitest'
import { createTermMatcher } from './matched-terms.ts'

test.each([
  ['Does cotton shrink when washed?', 'Cotton fabrics shrank; a wash at 40 °C shrinks cotton.', ['Cotton', 'wash', 'shrinks', 'cotton']],
  ['棉布縮水率如何測定', '水洗後棉布的縮水率以百分率表示。', ['棉布', '縮水率']],
  ['棉布缩水率', '水洗後棉布的縮水率以百分率表示。', ['棉布', '縮水率']],
  ['紗', '紗的支數', ['紗']],
  ['綿の収縮は何ですか', '綿布の収縮率です。', ['綿', '収縮']],
  ['ผ้าฝ้ายหดเท่าไร', 'ผ้าฝ้ายจะหดเมื่อซัก', ['ผ้าฝ้าย', 'หด']],
  ['น้ำหนัก', 'บันทึกน้ำหนักของชิ้นตัวอย่าง', ['น้ำหนัก']],
  ['10^6 Pa', 'E = 10⁶ Pa', ['10⁶', 'Pa']],
  ['25.3 °C', 'At 25.3 °C, not at 25.4.', ['25.3', '25']],
  ['vai bong', 'Vải bông co rút.', ['Vải', 'bông']],
  ['ISO 13934-1', 'Tested by ISO 13934-1 at 20 °C.', ['ISO', '13934-1']],
  ['cellulose', 'The cellu\u00ADlose of wood\u200B.', ['cellu\u00ADlose']],
  ['葛飾 長さ', '葛\u{E0100}飾の布の⻑さは', ['葛\u{E0100}飾', '⻑さ']],
  ['葛', '葛\u{E0100}の布', ['葛\u{E0100}']],
  ['ぽりえすてる', 'ポリエステルの布', ['ポリエステル']],
  ['圖', '図を見る', ['図']],
  ['fibre', 'Fibers of wool', ['Fibers']],
  ['What is the twist of the yarn?', 'The twist of what is spun is said of yarn.', ['twist', 'yarn']],
  ['wool', 'Cotton', []],
])('%j has found in %j %j', (question, text, terms) => {
  expect(createTermMatcher(question)(text)).toEqual(terms)
})

test('a long text has at most fifty', () => {
  const text = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ')
  expect(createTermMatcher(text)(text)).toHaveLength(50)
})

import { expect, test } from 'vitest'
import { listFeatures } from './text-features.ts'

test.each([
  ['Cotton, 2 cm', ['cotton', '2', 'cm']],
  ['棉布縮水', ['棉布', '布縮', '縮水']],
  ['綿の布はＡ級', ['綿の', 'の布', '布は', 'a', '級']],
  ['ผ้าฝ้าย', ['ผ้', '้า', 'าฝ', 'ฝ้', 'าย']],
  ['Vải bông'.normalize('NFD'), ['vải', 'bông']],
  ['', []],
])('%j is told by %j', (text, features) => {
  expect([...listFeatures(text)]).toEqual(features)
})

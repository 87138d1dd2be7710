import { afterAll, beforeAll, expect, test } from 'vitest'
import { fold } from '@heddle/text/language/folding'
import { createTestApp, type TestApp } from '../../../test/application/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

// What old versions of Unicode know: the database and Node need not have the same one.
const ranges = [
  [0x1, 0x24ff],
  [0x2e80, 0x9fff],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xffef],
] as const

test('a text is folded as the database folds it, every character of the languages that are written here', async () => {
  const characters = ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, offset) => String.fromCodePoint(from + offset)),
  )
  const texts = [
    ...characters,
    'ΛΙΝΟΣ ΛΙΝΟΣ',
    'İPEK',
    'Straße',
    'ﾃﾞﾆﾑ',
    'VẢI'.normalize('NFD'),
    'น้ำ',
    '옷감'.normalize('NFD'),
    '葛\u{E0100}飾',
    'e\u200D\u0301',
    '\u{E0041}',
    '\u{1F468}\u200D\u{1F469}',
  ]
  const { rows } = await app.dependencies.pool.query<{ text: string; folded: string }>(
    'SELECT text, fold(text) AS folded FROM unnest($1::text[]) text',
    [texts],
  )
  expect(rows).toHaveLength(texts.length)
  expect(rows.filter(({ text, folded }) => fold(text) !== folded)).toEqual([])
})

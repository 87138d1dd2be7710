import { expect, test } from 'vitest'
import { namesStandard } from './standard-number.ts'

test.each([
  'ISO 13934-1',
  '哪些是依GB/T 3923.1測試的？',
  'JIS L 1096で試験するのは何ですか',
  'What does astm-5034.2 say?',
  'ＣＮＳ　１２９１５',
  'ISO 105-C06',
  'TCVN7424',
])('%j names a standard', (question) => expect(namesStandard(question)).toBe(true))

test.each(['What happened in 1998?', 'How many of 13,934 were sold?', 'IPv6 or IPv4', '30s/1 yarn', 'page 12', '棉布縮水', 'COVID-19', ''])(
  '%j names none',
  (question) => expect(namesStandard(question)).toBe(false),
)

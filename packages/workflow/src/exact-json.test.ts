// What is read from JSON is written as it came. The numbers are of public reports: of JSONVue 11, jsoneditor 340, nodejs/help 1637, Boop 372,
// JSON-js 134, triggerdotdev/jsonhero-web 144 and rattletrap 56.
import { describe, expect, test } from 'vitest'
import { JsonDepthError, maxJsonDepth, readJson, restoreDigits, toDoubles, toNumber, writeJson } from './exact-json.ts'

describe('JSON', () => {
  test.each([
    '{"id":7615917337495251231}',
    '[2916334247900527532,1234567890123456789]',
    '{"id":15793596808644609,"nodes":[{"id":6150769120280496265}]}',
    '{"id1":9196877626998784,"id2":9196877626998785}',
    '[1610521604143693812,76561197980428154]',
    '[0.1000000000000000055511151231257827,1e400,-1e400,1e-400]',
    '[1.10,1.0,-0,1E3,0.0]',
    '{"a":1,"b":0.5,"c":"7615917337495251231","d":null,"e":true}',
  ])('%s keeps its digits', (json) => {
    expect(writeJson(readJson(json))).toBe(json)
    // As a run is kept.
    expect(writeJson(JSON.parse(JSON.stringify(readJson(json))))).toBe(json)
  })

  test('has doubles for the numbers that these are', () => expect(readJson('[1,0.5,-3]')).toEqual([1, 0.5, -3]))

  test('may have an object that looks like our numbers and is none', () => {
    const json = '[{"$exact_number":"1}]"},{"$exact_number":1},{"$exact_number":"1","a":2}]'
    expect(writeJson(readJson(json))).toBe(json)
  })

  test.each([maxJsonDepth + 1, 20_000, 1_000_000])('that is nested %i deep is refused before it is read', (depth) => {
    expect(() => readJson('['.repeat(depth) + ']'.repeat(depth))).toThrow(JsonDepthError)
    expect(() => readJson('{"a":'.repeat(depth))).toThrow(JsonDepthError)
  })

  test('is nested as deep as it says outside of its strings', () => {
    const text = JSON.stringify(`"${'['.repeat(1_000)}`)
    const list = `${'['.repeat(maxJsonDepth)}${text}${']'.repeat(maxJsonDepth)}`
    expect(writeJson(readJson(list))).toBe(list)
  })
})

test.each<[string, ReturnType<typeof toNumber>]>([
  ['1.0', 1],
  ['-0', 0],
  ['+5', 5],
  ['007', 7],
  ['1.10', 1.1],
  ['1e3', 1_000],
  ['7615917337495251231', { $exact_number: '7615917337495251231' }],
  ['+007615917337495251231', { $exact_number: '7615917337495251231' }],
  ['1e400', { $exact_number: '1e400' }],
  ['9007199254740993', { $exact_number: '9007199254740993' }],
  ['9007199254740992', 9_007_199_254_740_992],
])('the number %s is %j', (text, value) => expect(toNumber(text)).toEqual(value))

test('a check of doubles sees an integer as an integer, and a checked object has its digits again', () => {
  const exact = { id: { $exact_number: '7615917337495251231' }, list: [{ price: { $exact_number: '1.10' } }], name: 'a' }
  const checked = toDoubles(exact)
  expect(checked).toEqual({ id: Number.MAX_SAFE_INTEGER, list: [{ price: 1.1 }], name: 'a' })
  expect(restoreDigits({ ...(checked as typeof exact), added: 1 }, exact)).toEqual({ ...exact, added: 1 })
})

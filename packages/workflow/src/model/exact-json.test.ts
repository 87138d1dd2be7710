// What is read from JSON is written as it came. The numbers beside a source are of public reports.
import { describe, expect, test } from 'vitest'
import { JsonDepthError, maxJsonDepth, readJson, restoreDigits, toDoubles, toNumber, writeJson } from './exact-json.ts'

describe('JSON', () => {
  test.each([
    ['n8n-io/n8n#26925', '{"p_id":7615917337495251231}'],
    ['n8n-io/n8n#14715', '{"id":8202522731445525542}'],
    ['labring/FastGPT#5226', '[2624710177366999063]'],
    ['node-red/node-red#2760', '{"highnumber":17169973925117969,"lowernumber":7169973925117969}'],
    ['hoppscotch/hoppscotch#5156', '{"dsid":990000000262240065}'],
    ['postmanlabs/postman-app-support#587', '{"id":-1449639299451211264}'],
    ['bhollis/jsonview#23', '{"ok":true,"result":{"value":9223372036854775807}}'],
    ['jarrodek/ChromeRestClient#14', '[18014398509481984419]'],
    ['gildas-lormeau/JSONVue#11', '{"http_time":0.0260000228881836,"rows":[{"id":2916334247900527532,"click_value":0.0}]}'],
    ['triggerdotdev/jsonhero-web#144', '{"id":1610521604143693812}'],
    ['JSONVue 11, jsoneditor 340', '{"id":15793596808644609,"nodes":[{"id":6150769120280496265}]}'],
    ['nodejs/help#1637, Boop 372', '[9196877626998784,9196877626998785,76561197980428154,1234567890123456789]'],
    ['variation of langgenius/dify#21200', '{"small":0.000001,"smaller":1e-7}'],
    ['none', '[0.1000000000000000055511151231257827,1e400,-1e400,1e-400]'],
    ['none', '[1.10,1.0,-0,1E3,0.0]'],
    ['none', '{"a":1,"b":0.5,"c":"7615917337495251231","d":null,"e":true}'],
  ])('keeps its digits (%s): %s', (_source, json) => {
    expect(writeJson(readJson(json))).toBe(json)
    // As a run is kept.
    expect(writeJson(JSON.parse(JSON.stringify(readJson(json))))).toBe(json)
  })

  test('has doubles for the numbers that these are', () => expect(readJson('[1,0.5,-3]')).toEqual([1, 0.5, -3]))

  test('may have an object that looks like our numbers and is none', () => {
    const json = '[{"$exact_number":"1}]"},{"$exact_number":1},{"$exact_number":"1","a":2}]'
    expect(writeJson(readJson(json))).toBe(json)
  })

  test.each([
    ['sidorares/json-bigint#93', '{ "a": '.repeat(9_000) + 1 + '}'.repeat(9_000)],
    ['ralfstx/minimal-json#61', '{"a":'.repeat(4_000) + 1 + '}'.repeat(4_000)],
    ['ibmruntimes/yieldable-json#34', `${Array.from({ length: 10_000 }, (_, index) => `{"foo${index}":`).join('')}42${'}'.repeat(10_000)}`],
    ['treeform/jsony#108', `${'['.repeat(100_000)}0${']'.repeat(100_000)}`],
    ['open-source-parsers/jsoncpp#1359', `${'[{"a":'.repeat(500)}0`],
    ['akheron/jansson#372', '['.repeat(2_048)],
  ])('that is nested as in %s is refused before it is read', (_source, json) => expect(() => readJson(json)).toThrow(JsonDepthError))

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

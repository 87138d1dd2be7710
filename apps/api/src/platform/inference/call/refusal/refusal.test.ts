import { describe, expect, test } from 'vitest'
import { readRefusal } from './refusal.ts'
import { refusals } from './refusals.fixtures.ts'

const toBody = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body))
const ofKind = (...kinds: readonly string[]) =>
  refusals.filter(({ kind }) => kinds.includes(kind)).map((fixture) => [fixture.server, fixture] as const)

describe('what a server has refused', () => {
  test.each(ofKind('context'))('is the context: %s', (_server, { status, body, excess, mayBeLimit }) => {
    expect(readRefusal({ status, body: toBody(body) })).toMatchObject({ kind: 'context', excess, mayBeLimit })
    expect(Object.keys(readRefusal({ status, body }).excess)).toEqual(Object.keys(excess ?? {}))
  })

  test.each(ofKind('token_limit'))('is the token limit: %s', (_server, { status, body, limit: [sent, highest] = [0, 0] }) => {
    const { kind, limits } = readRefusal({ status, body: toBody(body) })
    expect({ kind, highest: limits.filter((limit) => limit < sent).toSorted((a, b) => b - a)[0] }).toEqual({ kind: 'token_limit', highest })
  })

  test.each(ofKind('parameter'))('is a parameter: %s', (_server, { status, body, parameter }) => {
    const { kind, parameters } = readRefusal({ status, body: toBody(body) })
    expect({ kind, first: parameters[0] }).toEqual({ kind: 'parameter', first: parameter })
  })

  test.each(ofKind('content', 'quota', 'rate', 'key', 'unavailable', 'not_an_api', 'unknown'))(
    'is something else: %s',
    (_server, { status, body, kind }) => {
      expect(readRefusal({ status, body: toBody(body) }).kind).toBe(kind)
    },
  )
})

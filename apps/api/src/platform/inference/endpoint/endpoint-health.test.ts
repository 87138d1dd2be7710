import { ModelError, type ModelErrorCode } from '@heddle/workflow/model/ports'
import { describe, expect, test } from 'vitest'
import { createEndpointHealth } from './endpoint-health.ts'

function createHealth() {
  let now = 0
  const health = createEndpointHealth(() => now)
  const fail = (...codes: ModelErrorCode[]) => {
    for (const code of codes) health.fail(new ModelError(code))
  }
  const timeOut = (ms: number, calls: number) => {
    const beganAt = now
    now += ms
    for (let call = 0; call < calls; call++) health.fail(new ModelError('MODEL_FIRST_TOKEN_TIMEOUT'), beganAt)
  }
  const readRefusal = () => {
    try {
      health.admit()
      return null
    } catch (error) {
      return (error as ModelError).code
    }
  }
  return { health, fail, timeOut, readRefusal, pass: (ms: number) => (now += ms) }
}

describe('an endpoint', () => {
  test('is paused for 30 s after three failures in a minute, and then tried by one call', () => {
    const { health, fail, readRefusal, pass } = createHealth()
    fail('MODEL_UNAVAILABLE', 'MODEL_FIRST_TOKEN_TIMEOUT')
    expect(readRefusal()).toBeNull()
    fail('MODEL_STREAM_BROKEN')
    expect(readRefusal()).toBe('MODEL_UNAVAILABLE')
    pass(29_999)
    expect(readRefusal()).toBe('MODEL_UNAVAILABLE')
    pass(1)
    expect(readRefusal()).toBeNull()
    expect(readRefusal()).toBe('MODEL_UNAVAILABLE')
    health.succeed()
    expect(readRefusal()).toBeNull()
    expect(readRefusal()).toBeNull()
  })

  test('is paused after three replies that it has given up, whatever their first tokens were, unless a whole one is between them', () => {
    const { health, readRefusal } = createHealth()
    const giveUp = () => {
      health.succeed()
      health.giveUp()
    }
    giveUp()
    giveUp()
    health.complete()
    giveUp()
    giveUp()
    expect(readRefusal()).toBeNull()
    giveUp()
    expect(readRefusal()).toBe('MODEL_UNAVAILABLE')
  })

  test('is paused by time-outs that take as long as the window: two calls at once, and one after them', () => {
    const { timeOut, readRefusal } = createHealth()
    timeOut(60_000, 2)
    timeOut(60_000, 1)
    expect(readRefusal()).toBe('MODEL_UNAVAILABLE')
  })

  test('is paused again by the one call that fails', () => {
    const { fail, readRefusal, pass } = createHealth()
    fail('MODEL_UNAVAILABLE', 'MODEL_UNAVAILABLE', 'MODEL_UNAVAILABLE')
    pass(30_000)
    expect(readRefusal()).toBeNull()
    fail('MODEL_UNAVAILABLE')
    expect(readRefusal()).toBe('MODEL_UNAVAILABLE')
    pass(30_000)
    expect(readRefusal()).toBeNull()
  })

  test('may be tried by the next call when the one that tried was stopped', () => {
    const { health, fail, readRefusal, pass } = createHealth()
    fail('MODEL_UNAVAILABLE', 'MODEL_UNAVAILABLE', 'MODEL_UNAVAILABLE')
    pass(30_000)
    expect(readRefusal()).toBeNull()
    health.fail(new Error('stopped by the user'))
    expect(readRefusal()).toBeNull()
  })

  test('is not paused by failures that are far apart, or have a success between them', () => {
    const { health, fail, readRefusal, pass } = createHealth()
    for (const _ of [1, 2, 3]) {
      fail('MODEL_UNAVAILABLE')
      pass(40_000)
    }
    fail('MODEL_UNAVAILABLE')
    health.succeed()
    fail('MODEL_UNAVAILABLE', 'MODEL_UNAVAILABLE')
    expect(readRefusal()).toBeNull()
  })

  test.each(['MODEL_REFUSED', 'MODEL_CONTEXT_EXCEEDED', 'MODEL_BUSY'] as const)('is never paused by %s', (code) => {
    const { fail, readRefusal } = createHealth()
    fail(code, code, code, code)
    expect(readRefusal()).toBeNull()
  })

  test('that refuses the key three times is not called any more', () => {
    const { fail, readRefusal, pass } = createHealth()
    fail('CHAT_AUTH_KEY_MISSING', 'CHAT_AUTH_KEY_MISSING')
    expect(readRefusal()).toBeNull()
    fail('CHAT_AUTH_KEY_MISSING')
    pass(24 * 60 * 60_000)
    expect(readRefusal()).toBe('CHAT_AUTH_KEY_MISSING')
  })

  test('is limited for as long as it says', () => {
    const { health, pass } = createHealth()
    health.fail(new ModelError('MODEL_RATE_LIMITED', { params: { retry_after: 7 } }))
    expect(health.isLimited()).toBe(true)
    pass(7_000)
    expect(health.isLimited()).toBe(false)
  })
})

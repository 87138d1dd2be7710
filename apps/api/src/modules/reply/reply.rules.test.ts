import { ModelError } from '@heddle/workflow/ports'
import { describe, expect, test } from 'vitest'
import { errorDetailOf, historyOf, storableBeginning, storableText, type Turn } from './reply.rules.ts'

const ask = (content: string): Turn => ({ role: 'user', content })
const answer = (content: string): Turn => ({ role: 'assistant', content })

describe('the history that a model is given', () => {
  test('is question and answer in turn', () => {
    const turns = [ask('a'), answer('b'), ask('c'), answer('d')]
    expect(historyOf(turns)).toEqual(turns)
  })

  test('leaves out a question whose reply has no text, with the reply', () => {
    expect(historyOf([ask('a'), answer(''), ask('c'), answer('d')])).toEqual([ask('c'), answer('d')])
  })

  test('leaves out an answer whose question was cut off', () => {
    expect(historyOf([answer('b'), ask('c'), answer('d')])).toEqual([ask('c'), answer('d')])
  })
})

describe('a text for the database', () => {
  test('has no NUL and no half of a character', () => {
    expect(storableText('a\0b\ud83d')).toBe('ab\ufffd')
  })

  test('that still grows is always a beginning of the next one', () => {
    const whole = 'warp 👩‍🔬 weft'
    for (let length = 0; length <= whole.length; length += 1) {
      expect(whole.startsWith(storableBeginning(whole.slice(0, length)))).toBe(true)
    }
  })
})

describe('what a reply says about its failure', () => {
  test('is the code and the parameters of a known one', () => {
    expect(errorDetailOf(new ModelError('MODEL_RATE_LIMITED', { params: { retry_after: 3 } }))).toMatchObject({
      code: 'MODEL_RATE_LIMITED',
      params: { retry_after: 3 },
    })
  })

  test.each([new Error('password=hunter2'), Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), 'text', null])(
    'tells nothing of any other',
    (failure) => {
      expect(errorDetailOf(failure)).toEqual({ code: 'UNKNOWN', message: 'An unknown error occurred.' })
    },
  )
})

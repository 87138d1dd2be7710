import { describe, expect, test } from 'vitest'
import { toModelTurns, type HistoryTurn } from './history.ts'

const ask = (content: string): HistoryTurn => ({ role: 'user', content })
const answer = (content: string): HistoryTurn => ({ role: 'assistant', content })

describe('the history that a model is given', () => {
  test('is question and answer in turn', () => {
    const turns = [ask('a'), answer('b'), ask('c'), answer('d')]
    expect(toModelTurns(turns)).toEqual(turns)
  })

  test('leaves out a question whose reply has no text, with the reply', () => {
    expect(toModelTurns([ask('a'), answer(''), ask('c'), answer('d')])).toEqual([ask('c'), answer('d')])
  })

  test('leaves out an answer whose question was cut off', () => {
    expect(toModelTurns([answer('b'), ask('c'), answer('d')])).toEqual([ask('c'), answer('d')])
  })
})

import { describe, expect, test } from 'vitest'
import { chooseModel } from './model.service.ts'

const models = [
  { id: 'b', name: 'llama' },
  { id: 'a', name: 'gpt-4o' },
]

describe('choosing a model', () => {
  test.each([
    ['the named one, by id', { id: 'a' }, null, 'a'],
    ['the named one, by name', { name: 'llama' }, 'a', 'b'],
    ['else the preferred one', undefined, 'a', 'a'],
    ['else the default', undefined, null, 'b'],
    ['the default when the preferred one is gone', undefined, 'gone', 'b'],
  ])('takes %s', (_, reference, preferredId, expected) => {
    expect(chooseModel(models, { reference, preferredId })?.id).toBe(expected)
  })

  test.each([
    ['a reference that names nothing', {}],
    ['one that may not be chosen', { name: 'gpt-5' }],
    ['id and name that disagree', { id: 'a', name: 'llama' }],
  ])('refuses %s', (_, reference) => {
    expect(() => chooseModel(models, { reference, preferredId: 'a' })).toThrow(
      expect.objectContaining({ code: 'CHAT_INVALID_MODEL_OBJECT' }),
    )
  })

  test('takes none when there is none', () => {
    expect(chooseModel([], {})).toBeNull()
  })
})

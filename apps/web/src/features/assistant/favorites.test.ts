import type { Assistant } from '@heddle/contracts/assistant/assistant'
import { describe, expect, test } from 'vitest'
import { sortByIds, reorder } from './favorites.queries.ts'

const buildAssistants = (...ids: string[]) => ids.map((id) => ({ id }) as Assistant)
const joinIds = (list: readonly Assistant[]) => list.map(({ id }) => id).join(' ')

describe('the order of the favorites', () => {
  test('follows the ids; one that was just added elsewhere comes last', () => {
    expect(joinIds(sortByIds(buildAssistants('new', 'c', 'a', 'b'), ['a', 'b', 'c']))).toBe('a b c new')
  })

  test('moves the visible ones, and keeps the positions of the others', () => {
    expect(reorder(['a', 'b', 'c', 'hidden', 'd'], ['c', 'a', 'b'])).toEqual(['c', 'a', 'b', 'hidden', 'd'])
  })

  test('is not sent when it is unchanged', () => {
    expect(reorder(['a', 'b'], ['a', 'b'])).toBeNull()
  })
})

import { expect, test } from 'vitest'
import { createCitationFilter } from './citation-filter.ts'
import { escapeCitations } from './escape-citations.ts'

test.each([
  ['See [2] and [1, 3].', String.raw`See \[2] and \[1, 3].`],
  ['`a[1]` and [a] and [2](https://example.org/[3])', '`a[1]` and [a] and [2](https://example.org/[3])'],
  ['見【1】與［2］', '見&#12304;1】與&#65339;2］'],
  ['```\na[1]\n```\n[4]', '```\na[1]\n```\n\\[4]'],
  ['1. One\n2. Two', '1. One\n2. Two'],
])('brackets of %j cite nothing', (text, escaped) => {
  expect(escapeCitations(text)).toBe(escaped)
  const filter = createCitationFilter((number) => number === 1)
  expect(filter.push(escaped) + filter.finish()).toBe(escaped)
  expect(filter.takeCited()).toEqual([])
})

// Two folders side by side that import each other are one: only one of them may know the other. A folder and its rooms are one family.
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { sources } from './sources.ts'

/** Pairs that import each other, and why. */
const exceptions = {
  'packages/contracts/src/collection ↔ packages/contracts/src/ingestion':
    'a chunk names its source; the file of a collection carries edits of chunks',
  'packages/contracts/src/collection ↔ packages/contracts/src/retrieval':
    'a test question names sources; the file of a collection carries test questions',
}

const isProduct = (path: string) => /^(?:apps|packages|scripts|prisma)\/(?!api\/test\/)(?!.*(?:\.test\.tsx?$|\/testing\/))/.test(path)
const importPattern = /(?:from|import) '((?:\.{1,2}\/|#)[^']+)'/g
const isInside = (a: string, b: string) => a.startsWith(`${b}/`) || b.startsWith(`${a}/`)

test('no two folders import each other', () => {
  const arrows = new Set<string>()
  for (const { path, text } of sources.filter((source) => isProduct(source.path))) {
    const from = dirname(path)
    for (const [, specifier = ''] of text.matchAll(importPattern)) {
      const to = dirname(specifier.startsWith('#') ? join('apps/web/src', specifier.slice(1)) : join(from, specifier))
      if (from !== to && !isInside(from, to)) arrows.add(`${from} ↔ ${to}`)
    }
  }
  const reversed = (arrow: string) => arrow.split(' ↔ ').toReversed().join(' ↔ ')
  const pairs = [...arrows].filter((arrow) => arrow < reversed(arrow) && arrows.has(reversed(arrow)))
  expect(pairs.toSorted()).toEqual(Object.keys(exceptions))
})

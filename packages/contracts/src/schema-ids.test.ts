import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Returns each schema that is given an id, by its name in the code, with that id. */
async function listGivenIds() {
  const files = (await readdir(import.meta.dirname, { recursive: true })).filter((path) => path.endsWith('.ts'))
  const texts = await Promise.all(files.map((file) => readFile(join(import.meta.dirname, file), 'utf8')))
  return texts.flatMap((text) =>
    [...text.matchAll(/^schemaIds\.add\((\w+), \{ id: '(\w+)' \}\)$/gm)].map(([, name, id]) => [name, id] as const),
  )
}

describe('a name in the OpenAPI document', () => {
  test('belongs to one schema', async () => {
    const ids = (await listGivenIds()).map(([, id]) => id)
    expect(ids.length).toBeGreaterThan(100)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  test('is the only one of its schema, and that of the code except where the document is older', async () => {
    const given = await listGivenIds()
    const names = given.map(([name]) => name)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    expect(new Map(given.filter(([name, id]) => name !== id))).toEqual(
      new Map([
        ['ChunkPosition', 'ChunkPlace'],
        ['ErrorBody', 'Error'],
        ['LocalizedTextInput', 'LocalizedTextOrString'],
      ]),
    )
  })
})

// Each module, room and package says in its README what its files are for; architecture.md is short enough to be read.
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

const listFolders = async (path: string) => {
  const entries = await readdir(join(root, path), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${path}/${name}`)
}

const folders = [
  ...(await listFolders('apps/api/src/modules')),
  ...(await listFolders('apps/api/src/platform')),
  'apps/api/src/programs',
  ...(await listFolders('packages')),
]

/** What is made, or one of many of a kind, of which the README names the folder. */
const isExempt = /(?:\.test|\.fixtures)\.ts$|\.d\.ts$|\/(?:generated|testing|golden|answers|node_modules|dist)\//

describe('the README of', () => {
  test.each(folders)('%s names each of its files', async (folder) => {
    const readme = await readFile(join(root, folder, 'README.md'), 'utf8')
    const paths = (await readdir(join(root, folder), { recursive: true })).map((path) => `${folder}/${path}`)
    const files = paths.filter((path) => path.endsWith('.ts') && !isExempt.test(path)).map((path) => basename(path))
    expect(files.filter((name) => !readme.includes(name))).toEqual([])
  })
})

test('docs/architecture.md has at most 1,500 words', async () => {
  const text = await readFile(join(root, 'docs/architecture.md'), 'utf8')
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(1_500)
})

// Conventions that a linter cannot check.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** The files that may read the environment: the configuration, the programs around the product, and tests with their helpers. */
const mayReadEnvironment =
  /^(packages\/config\/src\/config\.ts|scripts\/|bench\/|e2e\/|.*\.test\.ts$|prisma\.config\.ts|packages\/demo-model\/src\/main\.ts|packages\/demo-identity\/src\/slapd-program\.ts|apps\/api\/test\/|.*\/testing\/)/

/** The files that may query the pool: SQL that Prisma cannot express, transactions, the queue, and the probe. */
const mayQuery = /\.sql\.ts$|\/transaction\.ts$|\/job-queue\.ts$|\/system\.routes\.ts$/

async function sourceFiles() {
  const folders = ['apps', 'packages', 'prisma', 'scripts', 'bench', 'e2e']
  const lists = await Promise.all(
    folders.map(async (folder) => {
      const paths = await readdir(join(root, folder), { recursive: true })
      return paths.map((path) => `${folder}/${path}`)
    }),
  )
  return lists.flat().filter((path) => /\.tsx?$/.test(path) && !/node_modules|\/generated\/|\/dist\//.test(path))
}

describe('the source', () => {
  test('reads the environment in one place', async () => {
    const files = (await sourceFiles()).filter((path) => !mayReadEnvironment.test(path))
    const readers = await Promise.all(
      files.map(async (path) => ((await readFile(join(root, path), 'utf8')).includes('process.env') ? [path] : [])),
    )
    expect(files.length).toBeGreaterThan(50)
    expect(readers.flat()).toEqual([])
  })

  test('has SQL beside Prisma only in files that say why', async () => {
    const files = (await sourceFiles()).filter((path) => path.startsWith('apps/api/src/') && !/\.test\.ts$|\/testing\//.test(path))
    const texts = await Promise.all(files.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })))
    const isStatement = /\.query(<[^(]*>)?\(/
    expect(texts.filter(({ path, text }) => !mayQuery.test(path) && isStatement.test(text)).map(({ path }) => path)).toEqual([])
    const withReason = /^(\/\/.*\n)*\/\/.*(Prisma cannot say it|Measured:)/
    expect(texts.filter(({ path, text }) => path.endsWith('.sql.ts') && !withReason.test(text)).map(({ path }) => path)).toEqual([])
  })

  test('reads in one statement when a session ends, beside the repository of sessions', async () => {
    const files = (await sourceFiles()).filter((path) => path.startsWith('apps/api/src/') && !path.endsWith('.test.ts'))
    const texts = await Promise.all(files.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })))
    const readers = texts.filter(({ text }) => text.includes('absolute_expires_at')).map(({ path }) => path)
    expect(readers.toSorted()).toEqual([
      'apps/api/src/modules/auth/session.repository.ts',
      'apps/api/src/platform/permissions/credential.sql.ts',
    ])
  })

  test('has no words that docs/glossary.md replaces', async () => {
    const replaced = /\bmost[A-Z]|\b(?:anew|in vain|[Ww]hoever|[Ss]omebody|[Nn]obody|goesOn|takenBack|lastWords|sought)\b/
    const isCatalogue = /\/rejected-terms\.ts$|^scripts\/suite\/safety\.test\.ts$/
    const files = (await sourceFiles()).filter((path) => !isCatalogue.test(path))
    const lines = await Promise.all(
      files.map(async (path) =>
        (await readFile(join(root, path), 'utf8')).split('\n').map((line, index) => `${path}:${index + 1}: ${line}`),
      ),
    )
    expect(lines.flat().filter((line) => replaced.test(line))).toEqual([])
  })

  test('leaves Enter and Escape to an input method, which one file of the web recognizes', async () => {
    const isOurs = (path: string) => path.startsWith('apps/web/src/') && !/\.test\.tsx?$|\/submit-key\.ts$/.test(path)
    const files = (await sourceFiles()).filter(isOurs)
    const texts = await Promise.all(files.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })))
    const isCompared = /\bkey [!=]==? '(?:Enter|Escape)'|case '(?:Enter|Escape)'/
    expect(texts.filter(({ text }) => isCompared.test(text)).map(({ path }) => path)).toEqual([])
  })

  test('keeps code and names of the web from the translation of a browser', async () => {
    const files = (await sourceFiles()).filter((path) => /^apps\/web\/src\/.*(?<!\.test)\.tsx$/.test(path))
    const texts = await Promise.all(files.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })))
    const isTranslated = /<(?:bdi|code|kbd|pre)\b(?![^>]*translate="no")/
    expect(texts.filter(({ text }) => isTranslated.test(text)).map(({ path }) => path)).toEqual([])
  })

  test('names each search, of which a page may have two', async () => {
    const files = (await sourceFiles()).filter((path) => /^apps\/web\/src\/.*(?<!\.test)\.tsx$/.test(path))
    const texts = await Promise.all(files.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })))
    expect(texts.filter(({ text }) => /role="search"(?![^>]*aria-label)/.test(text)).map(({ path }) => path)).toEqual([])
  })

  test('keeps the catalogue of dependencies sorted, without duplicates', async () => {
    const text = await readFile(join(root, 'pnpm-workspace.yaml'), 'utf8')
    const names = [...(text.split('\ncatalog:\n')[1] ?? '').matchAll(/^ {2}'?([^\s':]+)'?:/gm)].map(([, name]) => name ?? '')
    expect(names).toEqual([...new Set(names)].toSorted())
  })

  test('is installed whole in the image: its lock names every package of the workspace', async () => {
    const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8')
    const folders = await Promise.all(
      ['packages', 'apps'].map(async (folder) => (await readdir(join(root, folder))).map((name) => `${folder}/${name}`)),
    )
    const missing = [...folders.flat(), 'e2e'].filter((path) => !dockerfile.includes(`COPY ${path}/package.json ${path}/`))
    expect(missing).toEqual([])
  })
})

// Conventions that a linter cannot check.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sources } from './sources.ts'

const root = join(import.meta.dirname, '../..')

/** The files that may read the environment: the configuration, the programs around the product, and tests with their helpers. */
const mayReadEnvironment =
  /^(packages\/config\/src\/config\.ts|scripts\/|bench\/|e2e\/|.*\.test\.ts$|prisma\.config\.ts|packages\/demo-model\/src\/main\.ts|packages\/demo-identity\/src\/slapd-program\.ts|apps\/api\/test\/|.*\/testing\/)/

/** The files that may query the pool: SQL that Prisma cannot express, transactions, the queue, and the probe. */
const mayQuery = /\.sql\.ts$|\/transaction\.ts$|\/job-queue\.ts$|\/system\.routes\.ts$/

type Source = (typeof sources)[number]

const listPaths = (files: readonly Source[], isListed: (text: string) => boolean) =>
  files.filter(({ text }) => isListed(text)).map(({ path }) => path)

describe('the source', () => {
  test('reads the environment in one place', () => {
    const files = sources.filter(({ path }) => !mayReadEnvironment.test(path))
    expect(files.length).toBeGreaterThan(50)
    expect(listPaths(files, (text) => text.includes('process.env'))).toEqual([])
  })

  test('has SQL beside Prisma only in files that say why', () => {
    const texts = sources.filter(({ path }) => path.startsWith('apps/api/src/') && !/\.test\.ts$|\/testing\//.test(path))
    const isStatement = /\.query(<[^(]*>)?\(/
    expect(texts.filter(({ path, text }) => !mayQuery.test(path) && isStatement.test(text)).map(({ path }) => path)).toEqual([])
    const withReason = /^(\/\/.*\n)*\/\/.*(Prisma cannot say it|Measured:)/
    expect(texts.filter(({ path, text }) => path.endsWith('.sql.ts') && !withReason.test(text)).map(({ path }) => path)).toEqual([])
  })

  test('reads in one statement when a session ends, beside the repository of sessions', () => {
    const texts = sources.filter(({ path }) => path.startsWith('apps/api/src/') && !path.endsWith('.test.ts'))
    const readers = texts.filter(({ text }) => text.includes('absolute_expires_at')).map(({ path }) => path)
    expect(readers.toSorted()).toEqual([
      'apps/api/src/modules/auth/session.repository.ts',
      'apps/api/src/platform/permissions/credential.sql.ts',
    ])
  })

  test('has no words that docs/glossary.md replaces', () => {
    const replaced = /\bmost[A-Z]|\b(?:anew|in vain|[Ww]hoever|[Ss]omebody|[Nn]obody|goesOn|takenBack|lastWords|sought)\b/
    const isCatalogue = /\/rejected-terms\.ts$|^scripts\/suite\/safety\.test\.ts$/
    const files = sources.filter(({ path }) => !isCatalogue.test(path))
    const lines = files.flatMap(({ path, text }) => text.split('\n').map((line, index) => `${path}:${index + 1}: ${line}`))
    expect(lines.filter((line) => replaced.test(line))).toEqual([])
  })

  test('leaves Enter and Escape to an input method, which one file of the web recognizes', () => {
    const isOurs = (path: string) => path.startsWith('apps/web/src/') && !/\.test\.tsx?$|\/submit-key\.ts$/.test(path)
    const texts = sources.filter(({ path }) => isOurs(path))
    const isCompared = /\bkey [!=]==? '(?:Enter|Escape)'|case '(?:Enter|Escape)'/
    expect(listPaths(texts, (text) => isCompared.test(text))).toEqual([])
  })

  test('keeps code and names of the web from the translation of a browser', () => {
    const texts = sources.filter(({ path }) => /^apps\/web\/src\/.*(?<!\.test)\.tsx$/.test(path))
    const isTranslated = /<(?:bdi|code|kbd|pre)\b(?![^>]*translate="no")/
    expect(listPaths(texts, (text) => isTranslated.test(text))).toEqual([])
  })

  test('names each search, of which a page may have two', () => {
    const texts = sources.filter(({ path }) => /^apps\/web\/src\/.*(?<!\.test)\.tsx$/.test(path))
    expect(listPaths(texts, (text) => /role="search"(?![^>]*aria-label)/.test(text))).toEqual([])
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

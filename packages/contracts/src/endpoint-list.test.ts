import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoint-list.ts'
import { permissions } from './permissions.ts'

const all = Object.entries<Endpoint>(endpoints)
const isWrite = ({ method, url }: Endpoint) => method !== 'GET' && !/\/(?:query|search|compare|estimate)$/.test(url)
/**
 * A draft is saved each second and used by no one, and a test run is kept with its user; the publication is audited, and what a run sends
 * with a secret. A run of test questions is searches, and tests of a dataset are queries. Before it is applied, an import is a file of its person.
 */
const unaudited: ReadonlySet<string> = new Set([
  'saveWorkflowDraft',
  'runWorkflow',
  'runCollectionQuestions',
  'testDatasetQuery',
  'testQa',
  'proposeQaThreshold',
  'reviewQa',
  'createDatasetImport',
  'planDatasetImport',
  'checkDatasetImport',
  'deleteDatasetImport',
])
const isAdministrative = ({ config, url }: Endpoint) =>
  (permissions as readonly string[]).includes(config.policy) || /^\/api\/v1\/(user|group|tenant)(\/|$)/.test(url)

describe('an endpoint', () => {
  test.each(all.filter(([name, endpoint]) => isWrite(endpoint) && isAdministrative(endpoint) && !unaudited.has(name)))(
    'that changes users, groups or tenants is audited: %s',
    (_, { config }) => {
      expect(config.audited).toBe(true)
    },
  )

  test.each(all.filter(([, { url, method }]) => method === 'POST' && /\/auth\/(:product\/)?(login|callback)$/.test(url)))(
    'at which people sign in is audited: %s',
    (_, { config }) => {
      expect(config.audited).toBe(true)
    },
  )

  test('has a method and an address of its own', () => {
    const addresses = all.map(([, { method, url }]) => `${method} ${url}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })
})

test('the list has every endpoint that a contract declares', async () => {
  const files = (await readdir(import.meta.dirname, { recursive: true })).filter((path) => path.endsWith('.ts'))
  const texts = await Promise.all(files.map((file) => readFile(join(import.meta.dirname, file), 'utf8')))
  const declared = [...texts.join('\n').matchAll(/^export const (\w+) = \{\n(?: .*\n)*\} as const satisfies Endpoint$/gm)]
  expect(new Set(Object.keys(endpoints))).toEqual(new Set(declared.map(([, name]) => name)))
})

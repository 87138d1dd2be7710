// One word for a domain, in the singular, on each floor of the house: who knows it in one place finds it in the others.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** What a floor calls by a word that the contracts do not have, and why. */
const floors = {
  'apps/api/src/modules': { run: 'hosts the engine, for replies and trials; it has no endpoint' },
  'apps/web/src/entities': {
    brand: 'the look of a tenant, also before sign-in',
  },
  'apps/web/src/features': {
    account: 'what a user sets of the own account: of users, preferences and sign-in',
    history: 'the lists of chats, beside the chat',
    'set-up': 'the steps of an administrator through several domains',
    tour: 'a part of the page alone',
    'workflow-builder': 'the editor of a workflow, beside the list of workflows',
  },
}

/** The folder of a contract without a module of its own, and where its code is. */
const contractsOfOthers = { citation: 'modules/message/citation', document: 'platform/documents' }

async function listFolders(path: string) {
  const entries = await readdir(join(root, path), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

const contracts = await listFolders('packages/contracts/src')

describe('a domain has one word', () => {
  test.each(Object.entries(floors))('in the contracts and in %s', async (path, exceptions) => {
    const others = (await listFolders(path)).filter((name) => !contracts.includes(name))
    expect(others.toSorted()).toEqual(Object.keys(exceptions).toSorted())
  })

  test('in the contracts, and each is a module', async () => {
    const modules = await listFolders('apps/api/src/modules')
    expect(contracts.filter((name) => !modules.includes(name))).toEqual(Object.keys(contractsOfOthers))
  })
})

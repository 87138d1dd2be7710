import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SiteChapter } from '@heddle/contracts/help/help'
import { limits } from '@heddle/contracts/limits'
import { createUser } from '@heddle/db/factories/user'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/application/test-app.ts'

let api: TestApp
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-help-'))
  api = await createTestApp({ config: { helpDir: join(folder, 'help') } })
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})

async function write(path: string, content: string | Uint8Array) {
  const file = join(folder, path)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, content)
}

async function listChapters() {
  const caller = await api.as(await createUser(api.db))
  return (await caller.get('/api/v1/help/chapter')).json<{ chapters: SiteChapter[] }>().chapters
}

describe('the chapters of the site', () => {
  test('are none without the folder', async () => {
    expect(await listChapters()).toEqual([])
  })

  test('are the Markdown files of the folder of each language, read again at each request', async () => {
    await write('help/en/rules.md', '# Rules\n\nOurs.')
    await write('help/th/rules.md', '# กฎ')
    expect(await listChapters()).toEqual([
      { id: 'rules', language: 'en', markdown: '# Rules\n\nOurs.' },
      { id: 'rules', language: 'th', markdown: '# กฎ' },
    ])
    await write('help/en/rules.md', '# New rules')
    expect((await listChapters())[0]?.markdown).toBe('# New rules')
  })

  test('do not include what lies outside of the folder, is too large, is not UTF-8, or is no Markdown', async () => {
    await write('secret.md', '# Secret')
    await mkdir(join(folder, 'help/vi/folder.md'), { recursive: true })
    await symlink(join(folder, 'secret.md'), join(folder, 'help/vi/outside.md'))
    await write('help/vi/large.md', 'a'.repeat(limits.siteChapterBytes + 1))
    await write('help/vi/latin.md', Uint8Array.of(0x23, 0x20, 0xe9))
    await write('help/vi/.hidden.md', '# Hidden')
    await write('help/vi/notes.txt', 'Notes')
    await write('help/vi/target.md', '# Linked')
    await symlink('target.md', join(folder, 'help/vi/within.md'))
    const found = (await listChapters()).filter(({ language }) => language === 'vi')
    expect(found.map(({ id, markdown }) => [id, markdown])).toEqual([
      ['target', '# Linked'],
      ['within', '# Linked'],
    ])
  })

  test('are only for users who are signed in', async () => {
    expect((await api.app.inject('/api/v1/help/chapter')).statusCode).toBe(401)
  })
})

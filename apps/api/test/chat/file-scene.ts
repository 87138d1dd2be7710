// A user with a chat whose assistant reads files, and what the tests of files do there over HTTP.
import type { UploadResult } from '@heddle/contracts/chat/chat-file'
import { createChat } from '@heddle/db/factories/chat'
import { createUser } from '@heddle/db/factories/user'
import { readdir } from 'node:fs/promises'
import { expect } from 'vitest'
import { createFileRemover } from '../../src/platform/files/file-remover.ts'
import { createForm, type FormFile } from '../files/form.ts'
import type { TestApp } from '../application/test-app.ts'

/** What `whatIsLeft` returns when nothing is. */
export const nothing = { rows: 0, pages: 0, stored: 0, removals: 0 }

export const good: FormFile = { name: 'hemp.txt', content: 'Hemp is strong.' }

export type FileScene = Awaited<ReturnType<typeof createFileScene>>

export async function createFileScene(api: TestApp) {
  const user = await createUser(api.db)
  const { tenantId } = user
  const chat: { id: string } = await createChat(api.db, { ownerId: user.id })
  const person = await api.as(user)

  const fileUrl = (fileId = '', chatId = chat.id) => `/api/v1/chat/${chatId}/file${fileId && `/${fileId}`}`

  function upload(files: readonly FormFile[], { by = person, to = chat.id } = {}) {
    const { headers, payload } = createForm(files)
    return api.app.inject({ method: 'POST', url: fileUrl('', to), headers: { ...by.headers, ...headers }, payload })
  }

  async function resultsOf(files: readonly FormFile[]): Promise<UploadResult[]> {
    const response = await upload(files)
    expect([response.statusCode, response.body.slice(0, 300)]).toEqual([200, expect.any(String)])
    return response.json<{ results: UploadResult[] }>().results
  }

  async function uploadOne(file: FormFile) {
    const [result] = await resultsOf([file])
    if (result?.state !== 'ready') throw new Error(`Not taken: ${JSON.stringify(result)}`)
    return result
  }

  /** What there is of this chat's tenant: rows, bytes in the store, keys that are to go. */
  async function listRemaining() {
    const stored = await readdir(`${api.dependencies.config.files.dir}/${tenantId}`).catch(() => [])
    return {
      rows: await api.db.chatFile.count({ where: { chatId: chat.id } }),
      pages: await api.db.chatFilePage.count({ where: { file: { chatId: chat.id } } }),
      stored: stored.length,
      removals: await api.db.fileRemoval.count({ where: { storageKey: { startsWith: tenantId } } }),
    }
  }

  const removeDueFiles = () => createFileRemover(api.dependencies)(api.dependencies.stopping)

  return { person, chat, tenantId, fileUrl, upload, resultsOf, uploadOne, whatIsLeft: listRemaining, removeDueFiles }
}

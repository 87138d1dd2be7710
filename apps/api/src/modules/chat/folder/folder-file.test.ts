// The files of a folder: kept like those of a chat, and read by every reply in it.
import type { ChatFile, UploadResult } from '@heddle/contracts/chat/chat-file'
import { limits } from '@heddle/contracts/limits'
import type { Message } from '@heddle/contracts/message/message'
import { createChatFile, createChatFolder, createChatShare } from '@heddle/db/factories/chat'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { createForm, type FormFile } from '../../../../test/files/form.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

const hemp: FormFile = { name: 'hemp.txt', content: 'Hemp needs little water.' }

/** A user with a chat in a folder, into which files are uploaded. */
async function createFolderScene() {
  const scene = await app.createScene()
  const { person, chat } = scene
  const folder = await createChatFolder(app.db, { ownerId: person.user.id })
  await app.db.chat.update({ where: { id: chat.id }, data: { folderId: folder.id } })
  const url = `/api/v1/chat/folder/${folder.id}/file`
  const upload = (files: readonly FormFile[]) => {
    const { headers, payload } = createForm(files)
    return app.app.inject({ method: 'POST', url, headers: { ...person.headers, ...headers }, payload })
  }
  async function uploadHemp() {
    const [result] = (await upload([hemp])).json<{ results: UploadResult[] }>().results
    if (result?.state !== 'ready') throw new Error('The file was not taken')
    return result
  }
  const list = async () => (await person.get(url)).json<{ files: ChatFile[] }>().files
  return { ...scene, folder, url, upload, uploadHemp, list }
}

const ask = async ({ person, chat }: Awaited<ReturnType<typeof createFolderScene>>) =>
  (await (await app.send(person, chat, { content: 'How much water does hemp need?' })).done()).message

describe('the files of a folder', () => {
  test('are taken or refused one by one, listed, opened and deleted', async () => {
    const { person, url, upload, list, tenantId } = await createFolderScene()
    const { results } = (await upload([hemp, { name: 'loom.exe', content: 'MZ' }])).json<{ results: UploadResult[] }>()
    expect(results).toMatchObject([
      { state: 'ready', name: 'hemp.txt' },
      { state: 'refused', name: 'loom.exe' },
    ])
    const [file] = await list()
    expect(await list()).toMatchObject([{ name: 'hemp.txt', page_count: 1 }])
    expect((await person.get(`${url}/${file?.id}`)).body).toBe(hemp.content)
    expect((await person.delete(`${url}/${file?.id}`)).json()).toEqual({ success: true })
    expect(await list()).toEqual([])
    expect(await app.db.fileRemoval.count({ where: { storageKey: { startsWith: tenantId } } })).toBe(1)
  })

  test('are so many at most, and go with the folder', async () => {
    const { person, folder, upload, tenantId } = await createFolderScene()
    for (let count = 1; count < limits.filesPerFolder; count += 1) await createChatFile(app.db, { folderId: folder.id, texts: [] })
    expect((await upload([hemp, { ...hemp, name: 'more.txt' }])).json().detail).toMatchObject({
      code: 'FILE_TOO_MANY',
      params: { max: limits.filesPerFolder },
    })
    expect((await upload([hemp])).statusCode).toBe(200)
    await person.delete(`/api/v1/chat/folder/${folder.id}`)
    expect(await app.db.chatFile.count({ where: { folderId: folder.id } })).toBe(0)
    expect(await app.db.fileRemoval.count({ where: { storageKey: { startsWith: `${tenantId}/` } } })).toBeGreaterThan(0)
  })

  test('are read by the replies of the chats in it, which cite them', async () => {
    const scene = await createFolderScene()
    const { person, chat, folder, tenantId } = scene
    const { id } = await scene.uploadHemp()
    const message = await ask(scene)
    const file = { id, name: 'hemp.txt', media_type: 'text/plain' }
    expect(message.sources).toMatchObject([{ number: 1, title: 'hemp.txt', passage: hemp.content, file }])

    const reader = await app.createPerson({ tenantId })
    await createChatShare(app.db, { chatId: chat.id })
    const cited = await reader.get(`/api/v1/chat/${chat.id}/message/${message.id}/source`)
    expect(cited.json<{ sources: Message['sources'] }>().sources).toEqual(message.sources)
    const url = `/api/v1/chat/${chat.id}/file/${id}`
    expect((await reader.get(url)).statusCode).toBe(403)
    expect((await reader.get(`/api/v1/chat/folder/${folder.id}/file/${id}`)).statusCode).toBe(404)

    // What the chat cites is opened from it wherever it is.
    await person.put(`/api/v1/chat/${chat.id}/settings`, { folder_id: null })
    expect((await person.get(url)).body).toBe(hemp.content)
    expect((await person.delete(url)).json().detail.code).toBe('FILE_NOT_FOUND')
    expect(await scene.list()).toHaveLength(1)
  })

  test('are not read by a chat outside it', async () => {
    const scene = await createFolderScene()
    const { id } = await scene.uploadHemp()
    await scene.person.put(`/api/v1/chat/${scene.chat.id}/settings`, { folder_id: null })
    expect((await ask(scene)).sources).toEqual([])
    expect((await scene.person.get(`/api/v1/chat/${scene.chat.id}/file/${id}`)).statusCode).toBe(404)
  })
})

import { File as StorableFile } from 'node:buffer'
import type { Chat } from '@heddle/contracts/chat/chat'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { keepFiles, readKeptFiles } from '#entities/chat/kept-files.ts'
import { clearSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { respond, getPath, serve } from '#testing/serve.ts'
import { buildChatProfile, id } from '#testing/wire.ts'
import { getAttachmentStore } from './attachments.ts'
import { takeFilesToSend } from './upload-file.ts'
import { useAttachments } from './use-attachments.ts'

/** Files of one letter have the same size. */
const createFile = (name: string) => new File([name[0] ?? ''], name, { type: name.endsWith('.txt') ? 'text/plain' : '' })
const buildUploadedFile = (number: number) => ({ id: id(number), name: `${number}.txt`, media_type: 'text/plain', size: 1, findings: [] })

vi.stubGlobal('indexedDB', new IDBFactory())

let scopes = 0

function Chosen({ scope, chat = null }: { scope: string; chat?: Chat | null }) {
  const queryClient = useQueryClient()
  const shown = useQuery({ ...chatQueries.detail(chat?.id ?? ''), enabled: false, initialData: chat ?? undefined }).data ?? null
  const { attachments, ready, selection, replaced, add, replace, undoReplace, remove } = useAttachments({
    scope,
    chat: shown,
    acceptsFiles: true,
  })
  const [sent, setSent] = useState<string[]>([])
  const choose = (names: string, take: typeof add) => (
    <button type="button" onClick={() => take(names.split(' ').map(createFile))}>
      {`${take === add ? 'choose' : 'replace with'} ${names}`}
    </button>
  )
  return (
    <>
      {choose('a.txt b.txt c.txt', add)}
      {choose('d.txt', add)}
      {choose('d.exe', add)}
      {choose('d.exe', replace)}
      {choose('copy-of-a.txt', add)}
      {choose('a.txt a-copy.txt', add)}
      {choose('e.txt f.exe', replace)}
      <button type="button" onClick={() => attachments[0] && remove(attachments[0])}>
        remove the first
      </button>
      <button type="button" onClick={undoReplace}>
        undo
      </button>
      <button type="button" onClick={() => shown && setSent(takeFilesToSend(queryClient, shown.id, scope))}>
        send
      </button>
      <output aria-label="kept">{[...ready.map(({ name }) => name), ...attachments.map(({ file: { name } }) => name)].join(' ')}</output>
      <output aria-label="rejected">{selection?.rejected.map(({ name, reason }) => `${name} ${reason}`).join(' ')}</output>
      <output aria-label="repeated">{selection?.repeated.join(' ')}</output>
      <output aria-label="sent">{sent.join(' ')}</output>
      <output aria-label="replaced">{replaced}</output>
    </>
  )
}

async function renderChosen(chat?: Chat, scope = `draft.chosen${scopes++}`) {
  localStorage.setItem('access_token', 'token')
  const requests = serve((request) => {
    if (request.method === 'DELETE') return respond({ success: true })
    if (request.method === 'GET' && /\/file\/[^/]+$/.test(getPath(request))) return new Response('c')
    return respond({}, 404)
  })
  const { user } = await renderWithApp(<Chosen scope={scope} chat={chat} />)
  return {
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    kept: () => screen.getByLabelText('kept'),
    deleted: () => requests.filter(({ method }) => method === 'DELETE').map(getPath),
  }
}

describe('with the maximum number of files', () => {
  test('another one is rejected, and the others stay', async () => {
    const { press, kept } = await renderChosen()
    await press('choose a.txt b.txt c.txt')
    await press('choose d.txt')
    expect(kept()).toHaveTextContent(/^a.txt b.txt c.txt$/)
    expect(screen.getByLabelText('rejected')).toHaveTextContent('d.txt count')
  })

  test('files are replaced only by accepted ones, and can be restored', async () => {
    const { press, kept } = await renderChosen()
    await press('choose a.txt b.txt c.txt')
    await press('replace with d.exe')
    expect(kept()).toHaveTextContent(/^a.txt b.txt c.txt$/)
    expect(screen.getByLabelText('rejected')).toHaveTextContent('d.exe type')
    await press('replace with e.txt f.exe')
    expect(kept()).toHaveTextContent(/^e\.txt$/)
    expect(screen.getByLabelText('replaced')).toHaveTextContent('3')
    await press('choose d.exe')
    await press('undo')
    expect(kept()).toHaveTextContent(/^a.txt b.txt c.txt$/)
    expect(screen.getByLabelText('replaced')).toHaveTextContent('0')
  })
})

describe('a file of the same content as one that is attached', () => {
  test('is not attached again, whatever it is called', async () => {
    const { press, kept } = await renderChosen()
    await press('choose a.txt a-copy.txt')
    await waitFor(() => expect(kept()).toHaveTextContent(/^a.txt$/))
    expect(screen.getByLabelText('repeated')).toHaveTextContent(/^a-copy.txt$/)
    await press('choose d.txt')
    await waitFor(() => expect(kept()).toHaveTextContent(/^a.txt d.txt$/))
    expect(screen.getByLabelText('repeated')).toHaveTextContent(/^$/)
  })

  test('is known beside an uploaded one by its bytes', async () => {
    const chat: Chat = { ...buildChatProfile(), messages: [], unsent_files: [buildUploadedFile(1)] }
    const { press, kept } = await renderChosen(chat)
    await press('choose copy-of-a.txt')
    await waitFor(() => expect(screen.getByLabelText('repeated')).toHaveTextContent(/^copy-of-a.txt$/))
    expect(kept()).toHaveTextContent(/^1.txt$/)
  })
})

describe('after a reload', () => {
  // jsdom's own files cannot be stored.
  const createStoredFile = (name: string) => new StorableFile(['x'], name, { type: 'text/plain' }) as unknown as File

  test('the unsent files are restored, until they are removed', async () => {
    await keepFiles('draft.ada.new', [createStoredFile('a.txt'), createStoredFile('b.txt')])
    const { press, kept } = await renderChosen(undefined, 'draft.ada.new')
    await waitFor(() => expect(kept()).toHaveTextContent(/^a.txt b.txt$/))
    await press('remove the first')
    await waitFor(async () => expect((await readKeptFiles('draft.ada.new')).map(({ name }) => name)).toEqual(['b.txt']))
  })

  test('another user sees none of them, and the page drops them when the session ends', async () => {
    await keepFiles('draft.ada.new', [createStoredFile('a.txt')])
    const { kept } = await renderChosen(undefined, 'draft.bela.new')
    getAttachmentStore('draft.ada.new')
    await waitFor(() => expect(getAttachmentStore('draft.ada.new').getUploads().attachments).toHaveLength(1))
    expect(kept()).toHaveTextContent(/^$/)
    const before = getAttachmentStore('draft.ada.new')
    const rendered = vi.fn()
    before.subscribe(rendered)
    clearSession()
    expect(before.getUploads().attachments).toEqual([])
    // The page is being left: another render would request the user whose session has ended.
    expect(rendered).not.toHaveBeenCalled()
  })
})

describe('with uploaded files', () => {
  let chat: Chat
  beforeEach(() => {
    chat = { ...buildChatProfile({ id: id(700 + scopes) }), messages: [], unsent_files: [1, 2, 3].map(buildUploadedFile) }
  })

  test('replacing deletes none of them before it is final', async () => {
    const { press, kept, deleted } = await renderChosen(chat)
    await press('replace with e.txt f.exe')
    expect(kept()).toHaveTextContent(/^e\.txt$/)
    await press('undo')
    expect(kept()).toHaveTextContent(/^1.txt 2.txt 3.txt$/)
    expect(deleted()).toEqual([])
  })

  test('sending makes it final: replaced files are not sent, but deleted', async () => {
    const { press, kept, deleted } = await renderChosen(chat)
    await press('replace with e.txt f.exe')
    await press('send')
    expect(kept()).toHaveTextContent(/^e\.txt$/)
    expect(screen.getByLabelText('sent')).toBeEmptyDOMElement()
    await waitFor(() => expect(deleted()).toEqual([1, 2, 3].map((number) => expect.stringContaining(id(number)))))
  })

  test('sending includes them', async () => {
    const { press, deleted } = await renderChosen(chat)
    await press('send')
    expect(screen.getByLabelText('sent')).toHaveTextContent([1, 2, 3].map(id).join(' '))
    expect(deleted()).toEqual([])
  })
})

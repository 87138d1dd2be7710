import { describe, expect, test } from 'vitest'
import { type Attachment, AttachmentStore, FileRefusedError, type UploadFile } from './attachments.ts'

const createFile = (name: string) => new File(['x'], name)
const buildArrivedFile = (name: string) => ({ id: name, name, media_type: 'text/plain', size: 1, page_count: 1, findings: [] })
const listStates = (store: AttachmentStore) => store.getUploads().attachments.map(({ file: { name }, state }) => `${name} ${state}`)

describe('the files of a message', () => {
  test('leave the store when they are uploaded; the others have a state', async () => {
    const store = new AttachmentStore()
    store.add([createFile('good'), createFile('bad'), createFile('lost')], [])
    const send: UploadFile = async ({ name }) => {
      if (name === 'bad') throw new FileRefusedError('FILE_ENCRYPTED')
      if (name === 'lost') throw new TypeError('no network')
      return buildArrivedFile(name)
    }
    const taken: string[] = []
    await store.upload(send, ({ id }) => taken.push(id))
    expect(taken).toEqual(['good'])
    expect(listStates(store)).toEqual(['bad refused', 'lost failed'])
  })

  test('are retried after a network failure, not after a refusal', async () => {
    const store = new AttachmentStore()
    store.add([createFile('bad'), createFile('lost')], [])
    const tried: string[] = []
    const refuse: UploadFile = async ({ name }) => {
      tried.push(name)
      throw name === 'bad' ? new FileRefusedError('FILE_UNREADABLE') : new TypeError('no network')
    }
    await store.upload(refuse, () => undefined)
    await store.upload(
      async ({ name }) => (tried.push(name), buildArrivedFile(name)),
      () => undefined,
    )
    expect(tried).toEqual(['bad', 'lost', 'lost'])
    expect(listStates(store)).toEqual(['bad refused'])
  })

  test('are uploaded when they are added during an upload', async () => {
    const store = new AttachmentStore()
    store.add([createFile('first')], [])
    const taken: string[] = []
    const send: UploadFile = async ({ name }) => {
      if (name === 'first') store.add([createFile('second')], [])
      return buildArrivedFile(name)
    }
    await store.upload(send, ({ id }) => taken.push(id))
    expect(taken).toEqual(['first', 'second'])
    expect(listStates(store)).toEqual([])
  })

  test('are uploaded one after the other', async () => {
    const store = new AttachmentStore()
    let [running, maximum] = [0, 0]
    const send: UploadFile = async ({ name }) => {
      maximum = Math.max(maximum, ++running)
      await Promise.resolve()
      running -= 1
      return buildArrivedFile(name)
    }
    const taken: string[] = []
    const add = (name: string) => {
      store.add([createFile(name)], [])
      return store.upload(send, ({ id }) => taken.push(id))
    }
    const added = ['first', 'second', 'third'].map(add)
    expect(listStates(store)).toEqual(['first uploading', 'second uploading', 'third uploading'])
    await Promise.all(added)
    expect([maximum, taken]).toEqual([1, ['first', 'second', 'third']])
  })

  test('report their progress, and are aborted when they are removed', async () => {
    const store = new AttachmentStore()
    store.add([createFile('long')], [])
    let signal: AbortSignal | undefined
    const sending = store.upload(
      (_file, onSent, given) => {
        signal = given
        onSent(0.5)
        return new Promise((_, reject) => given.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))))
      },
      () => undefined,
    )
    const [attachment] = store.getUploads().attachments as [Attachment]
    await expect.poll(() => store.getUploads().attachments).toMatchObject([{ state: 'uploading', sent: 0.5 }])
    store.remove(attachment.key)
    await sending
    expect(signal?.aborted).toBe(true)
    expect(store.getUploads().attachments).toEqual([])
  })

  test('move to the chat when it is created', () => {
    const [before, after] = [new AttachmentStore(), new AttachmentStore()]
    before.add([createFile('a')], [{ name: 'b.exe', reason: 'type' }])
    after.adopt(before)
    expect(listStates(after)).toEqual(['a waiting'])
    expect(before.getUploads()).toEqual({ attachments: [], selection: null, replaced: null })
  })
})

// The files that are not in their chat yet, outside React: uploads continue while the chat is not on the screen. An uploaded file is in
// the chat's `unsent_files`, and no longer here.
import type { ChatFile } from '@heddle/contracts/chat/chat-file'
import type { ErrorCode } from '@heddle/contracts/errors'
import { keepFiles, readKeptFiles } from '#entities/chat/kept-files.ts'
import { createStore } from '#shared/external-store.ts'
import { onSessionChange } from '#shared/api/session-storage.ts'
import type { Rejection } from '#entities/document/accept.ts'

export type Attachment = {
  readonly key: number
  readonly file: File
  /** `waiting` until its chat exists; `failed` may be retried, `refused` may not. */
  readonly state: 'waiting' | 'uploading' | 'failed' | 'refused'
  /** The sent share, from 0 to 1. */
  readonly sent: number
  readonly error: unknown
}

/** The result of the last selection: the number of accepted files, the rejected ones, and the names of those attached already. */
export type AttachmentSelection = { readonly taken: number; readonly rejected: readonly Rejection[]; readonly repeated: readonly string[] }

/** The replaced files, which can be restored until the message is sent or other files are chosen. */
type Replaced = { readonly attachments: readonly Attachment[]; readonly fileIds: readonly string[] }

export type AttachmentUploads = {
  readonly attachments: readonly Attachment[]
  readonly selection: AttachmentSelection | null
  readonly replaced: Replaced | null
}

/** Sends one file; throws a FileRefusedError when the service refuses it. */
export type UploadFile = (file: File, onSent: (share: number) => void, signal: AbortSignal) => Promise<ChatFile>

/** `code` is an error code of the catalogue. */
export class FileRefusedError extends Error {
  override name = 'FileRefusedError'
  readonly code: ErrorCode

  constructor(code: ErrorCode) {
    super(code)
    this.code = code
  }
}

const noUploads: AttachmentUploads = { attachments: [], selection: null, replaced: null }

/** The maximum time that sending waits for the kept files. */
const maxReadMs = 2_000

export class AttachmentStore {
  /** The scope in which the files are kept over a reload; null until the kept files are read. */
  #keptAs: string | null = null
  readonly #store = createStore(noUploads)
  #running = new Map<number, AbortController>()
  #nextKey = 1
  /** One upload at a time, as the service limits those of a user. */
  #uploading = Promise.resolve()
  #isReleased = false

  /** With a scope, the files survive a reload. */
  constructor(scope?: string) {
    if (scope === undefined) return
    const reading = this.#restore(scope)
    this.#uploading = Promise.race([reading, new Promise<void>((resolve) => setTimeout(resolve, maxReadMs))])
  }

  readonly subscribe = this.#store.subscribe

  readonly getUploads = this.#store.read

  add(files: readonly File[], rejected: readonly Rejection[], repeated: readonly string[] = []): void {
    this.#update({
      attachments: [...this.getUploads().attachments, ...this.#toAttachments(files)],
      selection: { taken: files.length, rejected, repeated },
    })
  }

  remove(key: number): void {
    this.#abort(key)
    this.#update({ attachments: this.getUploads().attachments.filter((attachment) => attachment.key !== key) })
  }

  clear(): void {
    for (const { key } of this.getUploads().attachments) this.#abort(key)
    this.#update(noUploads)
  }

  /** Sets all files aside, with the named files of the chat. */
  setAside(fileIds: readonly string[]): void {
    const { attachments } = this.getUploads()
    this.clear()
    const stopped = attachments.map((one): Attachment => (one.state === 'uploading' ? { ...one, state: 'waiting', sent: 0 } : one))
    this.#update({ replaced: { attachments: stopped, fileIds } })
  }

  /** Replaces all files by those that were set aside. */
  restoreReplaced(): void {
    const { replaced } = this.getUploads()
    if (!replaced) return
    this.clear()
    this.#update({ attachments: replaced.attachments })
  }

  /** Drops the files that were set aside; returns the ids of the chat's files to delete. */
  dropReplaced(): readonly string[] {
    const { replaced } = this.getUploads()
    if (!replaced) return []
    this.#update({ replaced: null })
    return replaced.fileIds
  }

  /**
   * Aborts all uploads and drops the files from memory; kept files stay in storage. Listeners are not notified: the page is being
   * left, and another render would request the user whose session has ended.
   */
  release(): void {
    this.#isReleased = true
    this.#keptAs = null
    this.#store.clearListeners()
    this.clear()
  }

  dismissSelection(): void {
    this.#update({ selection: null })
  }

  /** Takes over the files of another store, when the chat was created. */
  adopt(other: AttachmentStore): void {
    const taken = other.getUploads().attachments.map((attachment) => ({ ...attachment, key: this.#nextKey++ }))
    this.#update({ attachments: [...this.getUploads().attachments, ...taken] })
    other.clear()
  }

  /**
   * Uploads all waiting and failed files one after the other, and calls `onArrived` for each. Resolves when all have ended, including
   * those that were added meanwhile.
   */
  upload(send: UploadFile, onArrived: (file: ChatFile) => void): Promise<void> {
    const due = this.#takeDue('waiting', 'failed')
    this.#uploading = this.#uploading.then(async () => {
      for (let next = due; next.length > 0; next = this.#takeDue('waiting'))
        for (const { key, file } of next) await this.#uploadOne(key, file, send, onArrived)
    })
    return this.#uploading
  }

  #takeDue(...states: Attachment['state'][]): Attachment[] {
    const due = this.getUploads().attachments.filter(({ state }) => states.includes(state))
    for (const { key } of due) this.#change(key, { state: 'uploading', sent: 0, error: null })
    return due
  }

  async #uploadOne(key: number, file: File, send: UploadFile, onArrived: (file: ChatFile) => void): Promise<void> {
    if (!this.getUploads().attachments.some((attachment) => attachment.key === key)) return
    const abort = new AbortController()
    this.#running.set(key, abort)
    try {
      const arrived = await send(file, (sent) => this.#change(key, { sent }), abort.signal)
      onArrived(arrived)
      this.remove(key)
    } catch (error) {
      if (!abort.signal.aborted) this.#change(key, { state: error instanceof FileRefusedError ? 'refused' : 'failed', error })
    } finally {
      this.#running.delete(key)
    }
  }

  #abort(key: number) {
    this.#running.get(key)?.abort()
    this.#running.delete(key)
  }

  #change(key: number, change: Partial<Attachment>) {
    const { attachments } = this.getUploads()
    this.#update({ attachments: attachments.map((attachment) => (attachment.key === key ? { ...attachment, ...change } : attachment)) })
  }

  async #restore(scope: string): Promise<void> {
    const files = await readKeptFiles(scope)
    if (this.#isReleased) return
    this.#keptAs = scope
    const { attachments } = this.getUploads()
    if (files.length > 0) this.#update({ attachments: [...this.#toAttachments(files), ...attachments] })
    else if (attachments.length > 0) this.#keep()
  }

  #toAttachments(files: readonly File[]): Attachment[] {
    return files.map((file) => ({ key: this.#nextKey++, file, state: 'waiting', sent: 0, error: null }))
  }

  #keep() {
    if (this.#keptAs === null) return
    const files = this.getUploads().attachments.map(({ file }) => file)
    void keepFiles(this.#keptAs, files)
  }

  #update(change: Partial<AttachmentUploads>) {
    const before = this.getUploads().attachments
    this.#store.update(change)
    const { attachments } = this.getUploads()
    const isSame = before.length === attachments.length && before.every(({ key }, at) => attachments[at]?.key === key)
    if (!isSame) this.#keep()
  }
}

const stores = new Map<string, AttachmentStore>()

/** Returns the store of a draft's scope (draft/drafts.ts). */
export function getAttachmentStore(scope: string): AttachmentStore {
  const store = stores.get(scope) ?? new AttachmentStore(scope)
  stores.set(scope, store)
  return store
}

onSessionChange(() => {
  for (const store of stores.values()) store.release()
  stores.clear()
})

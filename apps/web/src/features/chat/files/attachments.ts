// The files that are not in their chat yet, outside React: they go on uploading while their chat is not on the screen. What has
// arrived is the chat's own (`unsent_files`) and no longer known here.
import type { ChatFile } from '@heddle/contracts/chat-file'
import type { ErrorCode } from '@heddle/contracts/errors'
import { keepFiles, readKeptFiles } from '#entities/chat/kept-files.ts'
import { onSessionChange } from '#shared/api/session-storage.ts'
import type { Rejection } from './accept.ts'

export type Attachment = {
  readonly key: number
  readonly file: File
  /** `waiting` for its chat to exist; `failed` may be tried again, `refused` may not. */
  readonly state: 'waiting' | 'uploading' | 'failed' | 'refused'
  /** How much has been sent, from 0 to 1. */
  readonly sent: number
  readonly error: unknown
}

/** What became of the last choice: how many files were taken, and which were not. */
export type Selection = { readonly taken: number; readonly rejected: readonly Rejection[] }

/** What others were put in the place of: it can come back until the message is sent or other files are chosen. */
type Replaced = { readonly attachments: readonly Attachment[]; readonly fileIds: readonly string[] }

export type Uploads = {
  readonly attachments: readonly Attachment[]
  readonly selection: Selection | null
  readonly replaced: Replaced | null
}

/** Sends one file; throws a FileRefusedError when the service has looked at it and said no. */
export type UploadFile = (file: File, onSent: (share: number) => void, signal: AbortSignal) => Promise<ChatFile>

/** `code` says why, in the words of the catalogue. */
export class FileRefusedError extends Error {
  override name = 'FileRefusedError'
  readonly code: ErrorCode

  constructor(code: ErrorCode) {
    super(code)
    this.code = code
  }
}

const noUploads: Uploads = { attachments: [], selection: null, replaced: null }

/** Sending does not wait any longer for what was kept. */
const maxReadMs = 2_000

export class AttachmentStore {
  /** Where the files are kept over a reload; null until those from before it have been read. */
  #keptAs: string | null = null
  #uploads = noUploads
  #listeners = new Set<() => void>()
  #running = new Map<number, AbortController>()
  #nextKey = 1
  /** The service takes few at once of a user. */
  #uploading = Promise.resolve()
  #isReleased = false

  /** With a scope, its files are kept, and those of before a reload come back. */
  constructor(scope?: string) {
    if (scope === undefined) return
    const reading = this.#restore(scope)
    this.#uploading = Promise.race([reading, new Promise<void>((resolve) => setTimeout(resolve, maxReadMs))])
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getUploads = (): Uploads => this.#uploads

  add(files: readonly File[], rejected: readonly Rejection[]): void {
    this.#set({
      ...this.#uploads,
      attachments: [...this.#uploads.attachments, ...this.#toAttachments(files)],
      selection: { taken: files.length, rejected },
    })
  }

  remove(key: number): void {
    this.#abort(key)
    this.#set({ ...this.#uploads, attachments: this.#uploads.attachments.filter((attachment) => attachment.key !== key) })
  }

  clear(): void {
    for (const { key } of this.#uploads.attachments) this.#abort(key)
    this.#set(noUploads)
  }

  /** Sets everything aside, with the files of the chat that are named. */
  setAside(fileIds: readonly string[]): void {
    const { attachments } = this.#uploads
    this.clear()
    const stopped = attachments.map((one): Attachment => (one.state === 'uploading' ? { ...one, state: 'waiting', sent: 0 } : one))
    this.#set({ ...noUploads, replaced: { attachments: stopped, fileIds } })
  }

  /** Brings back what was set aside in the place of everything else. */
  restoreReplaced(): void {
    const { replaced } = this.#uploads
    if (!replaced) return
    this.clear()
    this.#set({ ...noUploads, attachments: replaced.attachments })
  }

  /** Gives up what was set aside; returns which files of the chat are to be deleted. */
  dropReplaced(): readonly string[] {
    const { replaced } = this.#uploads
    if (!replaced) return []
    this.#set({ ...this.#uploads, replaced: null })
    return replaced.fileIds
  }

  /**
   * Ends all uploads and forgets the files, which stay where they are kept. No listener is told: the page that shows them is on its
   * way out, and rendered once more it would ask for the user whose session has ended.
   */
  release(): void {
    this.#isReleased = true
    this.#keptAs = null
    this.#listeners.clear()
    this.clear()
  }

  dismissSelection(): void {
    this.#set({ ...this.#uploads, selection: null })
  }

  /** Takes over the files of another store: a chat has come into being. */
  adopt(other: AttachmentStore): void {
    const taken = other.#uploads.attachments.map((attachment) => ({ ...attachment, key: this.#nextKey++ }))
    this.#set({ ...this.#uploads, attachments: [...this.#uploads.attachments, ...taken] })
    other.clear()
  }

  /**
   * Uploads everything that waits, or has failed, one after the other; `onArrived` is told of each. Resolves when all have ended,
   * with what was added meanwhile.
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
    const due = this.#uploads.attachments.filter(({ state }) => states.includes(state))
    for (const { key } of due) this.#change(key, { state: 'uploading', sent: 0, error: null })
    return due
  }

  async #uploadOne(key: number, file: File, send: UploadFile, onArrived: (file: ChatFile) => void): Promise<void> {
    if (!this.#uploads.attachments.some((attachment) => attachment.key === key)) return
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
    const attachments = this.#uploads.attachments.map((attachment) => (attachment.key === key ? { ...attachment, ...change } : attachment))
    this.#set({ ...this.#uploads, attachments })
  }

  async #restore(scope: string): Promise<void> {
    const files = await readKeptFiles(scope)
    if (this.#isReleased) return
    this.#keptAs = scope
    const { attachments } = this.#uploads
    if (files.length > 0) this.#set({ ...this.#uploads, attachments: [...this.#toAttachments(files), ...attachments] })
    else if (attachments.length > 0) this.#keep()
  }

  #toAttachments(files: readonly File[]): Attachment[] {
    return files.map((file) => ({ key: this.#nextKey++, file, state: 'waiting', sent: 0, error: null }))
  }

  #keep() {
    if (this.#keptAs === null) return
    const files = this.#uploads.attachments.map(({ file }) => file)
    void keepFiles(this.#keptAs, files)
  }

  #set(uploads: Uploads) {
    const before = this.#uploads.attachments
    this.#uploads = uploads
    const isSame = before.length === uploads.attachments.length && before.every(({ key }, at) => uploads.attachments[at]?.key === key)
    if (!isSame) this.#keep()
    for (const listener of this.#listeners) listener()
  }
}

const stores = new Map<string, AttachmentStore>()

/** The one store of a draft's scope (draft/drafts.ts). */
export function getAttachmentStore(scope: string): AttachmentStore {
  const store = stores.get(scope) ?? new AttachmentStore(scope)
  stores.set(scope, store)
  return store
}

onSessionChange(() => {
  for (const store of stores.values()) store.release()
  stores.clear()
})

// The files that are not in their chat yet, outside React: they go on uploading while their chat is not on the screen. What has
// arrived is the chat's own (`unsent_files`) and no longer known here.
import type { ChatFile } from '@heddle/contracts/chat-file'
import type { ErrorCode } from '@heddle/contracts/errors'
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

export type Uploads = { readonly attachments: readonly Attachment[]; readonly selection: Selection | null }

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

const nothing: Uploads = { attachments: [], selection: null }

export class AttachmentStore {
  #uploads = nothing
  #listeners = new Set<() => void>()
  #running = new Map<number, AbortController>()
  #nextKey = 1
  /** The service takes few at once of a person. */
  #uploading = Promise.resolve()

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getUploads = (): Uploads => this.#uploads

  add(files: readonly File[], rejected: readonly Rejection[]): void {
    const added = files.map((file): Attachment => ({ key: this.#nextKey++, file, state: 'waiting', sent: 0, error: null }))
    this.#set({
      attachments: [...this.#uploads.attachments, ...added],
      selection: { taken: files.length, rejected },
    })
  }

  remove(key: number): void {
    this.#running.get(key)?.abort()
    this.#running.delete(key)
    this.#set({ ...this.#uploads, attachments: this.#uploads.attachments.filter((attachment) => attachment.key !== key) })
  }

  clear(): void {
    for (const { key } of this.#uploads.attachments) this.remove(key)
    this.#set(nothing)
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

  #change(key: number, change: Partial<Attachment>) {
    const attachments = this.#uploads.attachments.map((attachment) => (attachment.key === key ? { ...attachment, ...change } : attachment))
    this.#set({ ...this.#uploads, attachments })
  }

  #set(uploads: Uploads) {
    this.#uploads = uploads
    for (const listener of this.#listeners) listener()
  }
}

const stores = new Map<string, AttachmentStore>()

/** The one store of a draft's scope (draft/drafts.ts). */
export function getAttachmentStore(scope: string): AttachmentStore {
  const store = stores.get(scope) ?? new AttachmentStore()
  stores.set(scope, store)
  return store
}

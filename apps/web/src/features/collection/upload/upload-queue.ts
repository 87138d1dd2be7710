// The files on their way into a collection, outside React: uploads go on while another page is on the screen.
import type { SourceUploadResult } from '@heddle/contracts/collection/source'
import type { Rejection } from '#entities/document/accept.ts'
import { onSessionChange } from '#shared/api/session-storage.ts'

export type Upload = {
  readonly key: number
  readonly file: File
  readonly state: 'waiting' | 'uploading' | 'failed'
  /** The sent share, from 0 to 1. */
  readonly sent: number
  readonly error: unknown
  /** What the service has refused of it: the file itself, or entries of a zip. */
  readonly refused: readonly SourceUploadResult[]
}

export type Uploads = {
  /** Those that are not in the collection yet, in their order. */
  readonly uploads: readonly Upload[]
  /** Sources that were added, and files that have ended, since the queue was empty. */
  readonly addedSources: number
  readonly endedFiles: number
  readonly rejected: readonly Rejection[]
}

type SendOptions = { readonly allowsDuplicate: boolean; readonly onSent: (share: number) => void; readonly signal: AbortSignal }

/** Sends one file; resolves to its result, or to those of the entries of a zip. */
export type SendFile = (file: File, options: SendOptions) => Promise<readonly SourceUploadResult[]>

const noUploads: Uploads = { uploads: [], addedSources: 0, endedFiles: 0, rejected: [] }

const maxConcurrent = 3

export class UploadQueue {
  #state = noUploads
  #listeners = new Set<() => void>()
  #running = new Map<number, AbortController>()
  #allowsDuplicate = new Set<number>()
  #nextKey = 1
  readonly #send: SendFile

  constructor(send: SendFile) {
    this.#send = send
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getUploads = (): Uploads => this.#state

  add(files: readonly File[], rejected: readonly Rejection[]): void {
    const added = files.map((file): Upload => ({ key: this.#nextKey++, file, state: 'waiting', sent: 0, error: null, refused: [] }))
    const { uploads } = this.#state
    this.#set({ ...this.#state, uploads: [...uploads, ...added], rejected: [...this.#state.rejected, ...rejected] })
    this.#startNext()
  }

  /** Sends failed files again. `allowDuplicates` adds what the collection has already. */
  retry(keys: readonly number[], { allowDuplicates = false } = {}): void {
    if (allowDuplicates) for (const key of keys) this.#allowsDuplicate.add(key)
    for (const key of keys) this.#change(key, { state: 'waiting', sent: 0, error: null, refused: [] })
    this.#startNext()
  }

  /** Aborts the upload, or drops a failed one. */
  remove(keys: readonly number[]): void {
    const uploads = this.#state.uploads.filter(({ key }) => !keys.includes(key))
    this.#set(uploads.length === 0 && this.#state.addedSources === 0 ? noUploads : { ...this.#state, uploads })
    for (const key of keys) this.#running.get(key)?.abort()
  }

  /** Drops what has ended. */
  dismiss(): void {
    const uploads = this.#state.uploads.filter(({ state }) => state !== 'failed')
    this.#set({ ...noUploads, uploads })
  }

  /** Aborts all uploads without notifying: the session has ended. */
  release(): void {
    this.#listeners.clear()
    this.remove(this.#state.uploads.map(({ key }) => key))
  }

  #startNext(): void {
    const waiting = this.#state.uploads.filter(({ state }) => state === 'waiting')
    for (const upload of waiting.slice(0, maxConcurrent - this.#running.size)) void this.#upload(upload)
  }

  async #upload({ key, file }: Upload): Promise<void> {
    const abort = new AbortController()
    this.#running.set(key, abort)
    this.#change(key, { state: 'uploading' })
    try {
      const results = await this.#send(file, {
        allowsDuplicate: this.#allowsDuplicate.has(key),
        onSent: (sent) => this.#change(key, { sent }),
        signal: abort.signal,
      })
      const refused = results.filter(({ source }) => !source)
      const addedSources = this.#state.addedSources + results.length - refused.length
      this.#set({ ...this.#state, addedSources })
      if (refused.length > 0) this.#change(key, { state: 'failed', refused })
      else
        this.#set({ ...this.#state, endedFiles: this.#state.endedFiles + 1, uploads: this.#state.uploads.filter((one) => one.key !== key) })
    } catch (error) {
      if (!abort.signal.aborted) this.#change(key, { state: 'failed', error })
    } finally {
      this.#running.delete(key)
      this.#startNext()
    }
  }

  #change(key: number, change: Partial<Upload>): void {
    this.#set({ ...this.#state, uploads: this.#state.uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)) })
  }

  #set(state: Uploads): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

const queues = new Map<string, UploadQueue>()

/** Returns the queue of a collection; `send` is used when it is made. */
export function getUploadQueue(collectionId: string, send: SendFile): UploadQueue {
  const queue = queues.get(collectionId) ?? new UploadQueue(send)
  queues.set(collectionId, queue)
  return queue
}

const isActive = (queue: UploadQueue) => queue.getUploads().uploads.some(({ state }) => state !== 'failed')

// Leaving the application would end the uploads.
window.addEventListener('beforeunload', (event) => {
  if ([...queues.values()].some(isActive)) event.preventDefault()
})

onSessionChange(() => {
  for (const queue of queues.values()) queue.release()
  queues.clear()
})

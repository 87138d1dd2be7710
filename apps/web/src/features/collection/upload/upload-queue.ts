// The files on their way into a collection, outside React: uploads go on while another page is on the screen.
import type { SourceUploadResult } from '@heddle/contracts/collection/source'
import type { Rejection } from '#entities/document/accept.ts'
import { createStore } from '#shared/external-store.ts'
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
  readonly #store = createStore(noUploads)
  #running = new Map<number, AbortController>()
  #allowsDuplicate = new Set<number>()
  #nextKey = 1
  readonly #send: SendFile

  constructor(send: SendFile) {
    this.#send = send
  }

  readonly subscribe = this.#store.subscribe

  readonly getUploads = this.#store.read

  add(files: readonly File[], rejected: readonly Rejection[]): void {
    const added = files.map((file): Upload => ({ key: this.#nextKey++, file, state: 'waiting', sent: 0, error: null, refused: [] }))
    const { uploads, rejected: before } = this.getUploads()
    this.#store.update({ uploads: [...uploads, ...added], rejected: [...before, ...rejected] })
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
    const state = this.getUploads()
    const uploads = state.uploads.filter(({ key }) => !keys.includes(key))
    this.#store.set(uploads.length === 0 && state.addedSources === 0 ? noUploads : { ...state, uploads })
    for (const key of keys) this.#running.get(key)?.abort()
  }

  /** Drops what has ended. */
  dismiss(): void {
    const uploads = this.getUploads().uploads.filter(({ state }) => state !== 'failed')
    this.#store.set({ ...noUploads, uploads })
  }

  /** Aborts all uploads without notifying: the session has ended. */
  release(): void {
    this.#store.clearListeners()
    this.remove(this.getUploads().uploads.map(({ key }) => key))
  }

  #startNext(): void {
    const waiting = this.getUploads().uploads.filter(({ state }) => state === 'waiting')
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
      const { uploads, addedSources, endedFiles } = this.getUploads()
      this.#store.update({ addedSources: addedSources + results.length - refused.length })
      if (refused.length > 0) this.#change(key, { state: 'failed', refused })
      else this.#store.update({ endedFiles: endedFiles + 1, uploads: uploads.filter((one) => one.key !== key) })
    } catch (error) {
      if (!abort.signal.aborted) this.#change(key, { state: 'failed', error })
    } finally {
      this.#running.delete(key)
      this.#startNext()
    }
  }

  #change(key: number, change: Partial<Upload>): void {
    this.#store.update({ uploads: this.getUploads().uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)) })
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

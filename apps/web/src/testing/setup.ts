// Polyfills for jsdom, and the page and the application as each test found them.
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { dropAllKeptFiles } from '#entities/chat/kept-files.ts'
import { dropDraft } from '#features/chat/draft/drafts.ts'
import { folderDialogStore } from '#features/history/folder/folder-dialog.ts'
import { tourStore } from '#features/tour/tour-store.ts'
import { requestGate } from '#shared/api/request.ts'
import { clearSession, storeSession } from '#shared/api/session-storage.ts'
import { stepUpStore } from '#shared/api/step-up.ts'
import { confirmStore } from '#shared/notify/confirm.ts'
import { snackbarStore } from '#shared/notify/notify.ts'
import { titleMark } from '#shared/ui/title-mark.ts'

// Generous, for a busy machine: a test that waits without result has failed either way.
configure({ asyncUtilTimeout: 20_000 })

// A site that allows many calls: the tests of a worker share a gate.
requestGate.setCount(1_000)

class SilentObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

/** What `navigator.clipboard.write` takes in a browser. */
class BlobItem {
  readonly types: readonly string[]
  readonly #contents: Readonly<Record<string, ClipboardItemData>>

  constructor(contents: Readonly<Record<string, ClipboardItemData>>) {
    this.types = Object.keys(contents)
    this.#contents = contents
  }

  async getType(type: string) {
    const content = (await this.#contents[type]) ?? ''
    return content instanceof Blob ? content : new Blob([content], { type })
  }
}

vi.stubGlobal('ClipboardItem', BlobItem)
vi.stubGlobal('ResizeObserver', SilentObserver)
vi.stubGlobal('IntersectionObserver', SilentObserver)
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener() {},
    removeListener() {},
  }) as MediaQueryList
// Since Chromium 156 these return promises, unlike in the DOM's types: callers must not return them.
Element.prototype.scrollIntoView = async () => {}
Element.prototype.scrollTo = async () => {}
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

// The files of a worker share both.
afterEach(async () => {
  cleanup()
  for (const { id } of snackbarStore.read()) snackbarStore.dismiss(id)
  confirmStore.read()?.answer(false)
  stepUpStore.read()?.answer(false)
  folderDialogStore.set(null)
  tourStore.set('idle')
  titleMark.set(false)
  // Ends what outlives a screen, such as a reply that waits for the network: it would call the service of the next test.
  storeSession({ access_token: 'access', refresh_token: 'refresh', expires_in: 600 })
  clearSession()
  // A draft is in the page's memory too.
  for (const key of Object.keys(localStorage)) dropDraft(key)
  localStorage.clear()
  sessionStorage.clear()
  document.cookie = 'XSRF-TOKEN=; max-age=0'
  vi.useRealTimers()
  await dropAllKeptFiles()
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

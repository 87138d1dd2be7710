// Polyfills for jsdom, and clean browser storage for every test.
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { requestGate } from '#shared/api/request.ts'
import { clearSession } from '#shared/api/session-storage.ts'
import { snackbarStore } from '#shared/notify/notify.ts'

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

afterEach(() => {
  cleanup()
  for (const { id } of snackbarStore.read()) snackbarStore.dismiss(id)
  // Ends what outlives a screen, such as a reply that waits for the network: it would call the service of the next test.
  clearSession()
  localStorage.clear()
  document.cookie = 'XSRF-TOKEN=; max-age=0'
})

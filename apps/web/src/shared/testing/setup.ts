// What jsdom does not have, and a clean browser for every test.
import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { snackbarStore } from '../notify/notify.ts'

class SilentObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

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
Element.prototype.scrollIntoView = () => {}
Element.prototype.scrollTo = () => {}
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

afterEach(() => {
  cleanup()
  for (const { id } of snackbarStore.read()) snackbarStore.dismiss(id)
  localStorage.clear()
  document.cookie = 'XSRF-TOKEN=; max-age=0'
})

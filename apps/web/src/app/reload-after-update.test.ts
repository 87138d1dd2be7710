import { expect, onTestFinished, test, vi } from 'vitest'
import { failToFetch, respond, serve } from '#testing/serve.ts'
import { reloadAfterUpdate } from './reload-after-update.ts'

reloadAfterUpdate()

function watchReload() {
  const reload = vi.fn<() => void>()
  const original = window.location
  Object.defineProperty(window, 'location', { configurable: true, value: { origin: original.origin, reload } })
  onTestFinished(() => {
    Object.defineProperty(window, 'location', { configurable: true, value: original })
  })
  return reload
}

const missFile = () => window.dispatchEvent(new Event('vite:preloadError'))

test('a file that is gone reloads the page, and one that stays missing does not again', async () => {
  const requests = serve(() => respond({}))
  const reload = watchReload()
  missFile()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), { timeout: 20_000 })
  missFile()
  missFile()
  await vi.waitFor(() => expect(requests).toHaveLength(1), { timeout: 20_000 })
  expect(reload).toHaveBeenCalledOnce()
})

test('a file that cannot be loaded without a connection keeps the page', async () => {
  let isDown = true
  const requests = serve(() => (isDown ? failToFetch() : respond({})))
  const reload = watchReload()
  missFile()
  await vi.waitFor(() => expect(requests).toHaveLength(1), { timeout: 20_000 })
  isDown = false
  missFile()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), { timeout: 20_000 })
  expect(requests).toHaveLength(2)
})

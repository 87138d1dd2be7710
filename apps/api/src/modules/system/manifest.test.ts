import type { WebManifest } from '@heddle/contracts/system/manifest'
import { createTenant } from '@heddle/db/factories/tenant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/application/test-app.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

const logo = 'data:image/png;base64,iVBORw0KGgo='

/** Returns what a browser finds at a host before anyone signs in. */
async function install(host: string) {
  const headers = { host }
  const manifest = await api.app.inject({ url: '/api/v1/manifest', headers })
  const icon = await api.app.inject({ url: '/api/v1/icon', headers })
  expect([manifest.headers['content-type'], icon.headers['content-type']]).toEqual([
    expect.stringMatching(/^application\/manifest\+json/),
    expect.stringMatching(/^image\/svg\+xml/),
  ])
  return { manifest: manifest.json<WebManifest>(), icon: icon.body }
}

test('the application is installed with the name and the look of the tenant whose host name was called', async () => {
  // An unknown host is the first tenant's.
  await createTenant(api.db, { productName: 'Heddle' })
  await createTenant(api.db, { hostname: 'loom.example', productName: 'Loom', logo, defaultLanguage: 'ja' })
  await createTenant(api.db, { hostname: 'dye.example', primaryColor: '#112233' })
  const loom = await install('LOOM.example:8080')
  expect(loom.manifest).toMatchObject({ id: '/', name: 'Loom', lang: 'ja', start_url: '/', display: 'standalone' })
  expect(loom.manifest.icons).toEqual([{ src: '/api/v1/icon', sizes: 'any', type: 'image/svg+xml' }])
  expect(loom.icon).toContain(`href="${logo}"`)
  expect(loom.icon).toContain('prefers-color-scheme:dark')
  expect((await install('dye.example')).icon).toContain('fill="#112233"')
  const own = await install('unknown.example')
  expect(own.manifest.icons).toHaveLength(3)
  expect(own.icon).toContain('fill="#df6f3a"')
})

// What a browser installs the application by: the manifest and the icon of the tenant whose host name was called.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { schemaIds } from '../schema-ids.ts'

export const WebManifest = z.object({
  id: z.string(),
  name: z.string(),
  short_name: z.string(),
  lang: z.string(),
  start_url: z.string(),
  scope: z.string(),
  display: z.literal('standalone'),
  /** Of the window before the page is there. */
  background_color: z.string(),
  theme_color: z.string(),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string() })),
})
export type WebManifest = z.infer<typeof WebManifest>
schemaIds.add(WebManifest, { id: 'WebManifest' })

export const getManifest = {
  method: 'GET',
  url: '/api/v1/manifest',
  schema: {
    summary: 'The web manifest, with the name and the icon of the tenant',
    tags: ['system'],
    response: { 200: { description: 'The manifest', content: { 'application/manifest+json': { schema: WebManifest } } } },
  },
  config: { policy: 'public' },
} as const satisfies Endpoint

export const getIcon = {
  method: 'GET',
  url: '/api/v1/icon',
  schema: {
    summary: 'The icon of the installed application: the logo of the tenant, or the mark of the product in the color of the tenant',
    tags: ['system'],
    response: { 200: { description: 'The icon', content: { 'image/svg+xml': { schema: z.string() } } } },
  },
  config: { policy: 'public' },
} as const satisfies Endpoint

// What a browser installs the application by. No service worker comes with it: none keeps an old version.
import { defaultLanguage, languageTags } from '@heddle/contracts/languages'
import { getIcon, getManifest } from '@heddle/contracts/system/manifest'
import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { TenantService } from '../tenant/tenant.service.ts'
import { drawIcon, surfaces } from './app-icon.ts'

/** A changed logo is seen within the hour. */
const caching = 'private, max-age=3600'

/** Of the product, for systems that take no SVG. A tenant with a look of its own is not shown by them. */
const ownIcons = [192, 512].map((size) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' }))

export function manifestRoutes(app: App, { config }: Pick<Dependencies, 'config'>, tenants: Pick<TenantService, 'findByHostname'>) {
  app.route({
    ...getManifest,
    handler: async ({ hostname }, reply) => {
      const tenant = await tenants.findByHostname(hostname)
      const name = tenant?.productName ?? config.productName
      const hasOwnLook = (tenant?.logo ?? tenant?.primaryColor ?? null) !== null
      reply.header('content-type', 'application/manifest+json').header('cache-control', caching)
      return {
        id: '/',
        name,
        short_name: name,
        lang: languageTags[tenant?.defaultLanguage ?? defaultLanguage],
        start_url: '/',
        scope: '/',
        display: 'standalone' as const,
        background_color: surfaces.light,
        theme_color: surfaces.light,
        icons: [{ src: '/api/v1/icon', sizes: 'any', type: 'image/svg+xml' }, ...(hasOwnLook ? [] : ownIcons)],
      }
    },
  })

  app.route({
    ...getIcon,
    handler: async ({ hostname }, reply) => {
      const tenant = await tenants.findByHostname(hostname)
      reply.header('content-type', 'image/svg+xml').header('cache-control', caching)
      return drawIcon({ logo: tenant?.logo ?? null, primaryColor: tenant?.primaryColor ?? null })
    },
  })
}

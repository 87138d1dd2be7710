import { type ErrorReporting, isReportedHost } from '@heddle/contracts/system/error-reporting'
import { defaultLanguage, languages } from '@heddle/contracts/languages'
import { limits } from '@heddle/contracts/limits'
import { echo, getConfig, getHealth, getReadiness, getSetUp, xsrfCookie } from '@heddle/contracts/system/system'
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { App } from '../../platform/http/app-instance.ts'
import type { Dependencies } from '../../platform/dependencies.ts'
import { findPasskeySite } from '../../platform/security/passkey-site.ts'
import type { TenantService } from '../tenant/tenant.service.ts'
import type { SetUpService } from './set-up.service.ts'
import { version } from '../../platform/version.ts'

const thirtyDays = 30 * 24 * 60 * 60

/** Probes ask every few seconds, and take a late answer for none. */
const probePatienceMs = 2_000

/** Returns whether the database answers in time. Probes that come together share one query: none piles up behind a frozen one. */
function createDatabaseProbe({ pool }: Pick<Dependencies, 'pool'>): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined
  const ask = () =>
    pool
      .query('SELECT 1')
      .then(
        () => true,
        () => false,
      )
      .finally(() => (asking = undefined))
  return () => Promise.race([(asking ??= ask()), wait(probePatienceMs, false, { ref: false })])
}

/** What the web reports errors by; null on localhost and IP addresses. */
function presentErrorReporting({ errorReporting: settings }: Dependencies['config'], hostname: string): ErrorReporting | null {
  if (!settings || !isReportedHost(hostname)) return null
  return {
    dsn: settings.dsn,
    environment: settings.environment,
    traces_sample_rate: settings.tracesSampleRate,
    replays_session_sample_rate: settings.replaysSessionSampleRate,
    replays_on_error_sample_rate: settings.replaysOnErrorSampleRate,
    send_personal_data: settings.sendPersonalData,
  }
}

export function systemRoutes(
  app: App,
  { config, pool, stopping }: Pick<Dependencies, 'config' | 'pool' | 'stopping'>,
  { tenants, setUp }: { readonly tenants: TenantService; readonly setUp: SetUpService },
) {
  const reachesDatabase = createDatabaseProbe({ pool })

  app.route({
    ...echo,
    config: { ...echo.config, light: true },
    handler: async (request, reply) => {
      // A second tab must not take the first one's value away.
      const value = request.cookies[xsrfCookie] ?? randomBytes(24).toString('base64url')
      reply.setCookie(xsrfCookie, value, { path: '/', sameSite: 'lax', maxAge: thirtyDays, secure: request.protocol === 'https' })
      reply.header('cache-control', 'no-store')
      return { ok: true as const }
    },
  })

  app.route({ ...getHealth, config: { ...getHealth.config, quiet: true, light: true }, handler: async () => ({ ok: true as const }) })

  app.route({
    ...getReadiness,
    config: { ...getReadiness.config, quiet: true, light: true },
    handler: async (_request, reply) => {
      const database = await reachesDatabase()
      const ok = database && !stopping.aborted
      return reply.code(ok ? 200 : 503).send({ ok, database })
    },
  })

  app.route({ ...getSetUp, handler: async ({ actor }) => ({ set_up: await setUp.findSetUp(actor) }) })

  app.route({
    ...getConfig,
    handler: async (request) => {
      const { hostname } = request
      const tenant = await tenants.findByHostname(hostname)
      return {
        product_name: tenant?.productName ?? config.productName,
        licensed_by: tenant?.licensedBy ?? config.licensedBy,
        version,
        languages: tenant?.languages ?? [...languages],
        default_language: tenant?.defaultLanguage ?? defaultLanguage,
        primary_color: tenant?.primaryColor ?? null,
        logo: tenant?.logo ?? null,
        login_methods: [...(await tenants.offeredLogins(tenant))],
        passkey_login: (tenant?.passkeyLogin ?? false) && findPasskeySite(config.publicOrigin, request).obstacle === null,
        error_reporting: presentErrorReporting(config, hostname),
        limits: {
          message_characters: limits.messageCharacters,
          files_per_upload: limits.filesPerUpload,
          max_file_mb: config.maxFileMb,
          requests_per_chat: tenant?.requestsPerChat ?? limits.requestsPerChat,
          low_remaining_requests: limits.lowRemainingRequests,
          requests_per_second: config.rate.perSecond,
        },
      }
    },
  })
}

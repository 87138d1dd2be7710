// The table of contents of the HTTP process: what the outside brings, what we add, and the domains (modules.ts).
import cookie from '@fastify/cookie'
import { limits } from '@heddle/contracts/limits'
import fastify, { LogController } from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { randomUUID } from 'node:crypto'
import type { App } from './platform/http/app-instance.ts'
import { validatorCompiler } from './platform/http/validation.ts'
import type { Dependencies } from './platform/dependencies.ts'
import { answerConnectionError } from './platform/http/failure.ts'
import { accessTokensPlugin } from './platform/plugins/access-tokens.ts'
import { actorPlugin } from './platform/plugins/actor.ts'
import { auditPlugin } from './platform/plugins/audit.ts'
import { closingPlugin } from './platform/plugins/closing.ts'
import { errorReportingPlugin } from './platform/plugins/error-reporting.ts'
import { errorsPlugin } from './platform/plugins/errors.ts'
import { eventLoopPlugin } from './platform/plugins/event-loop.ts'
import { jsonBodyPlugin } from './platform/plugins/json-body.ts'
import { metricsPlugin } from './platform/plugins/metrics.ts'
import { openApiPlugin, openApiRoute } from './platform/plugins/openapi.ts'
import { policyPlugin } from './platform/plugins/policy.ts'
import { rateLimitPlugin, refuseUnrouted } from './platform/plugins/rate-limit.ts'
import { requestLogPlugin } from './platform/plugins/request-log.ts'
import { securityHeadersPlugin } from './platform/plugins/security-headers.ts'
import { stepUpPlugin } from './platform/plugins/step-up.ts'
import { tracingPlugin } from './platform/plugins/tracing.ts'
import { unreadBodyPlugin } from './platform/plugins/unread-body.ts'
import { webAppPlugin } from './platform/plugins/web-app.ts'
import { xsrfPlugin } from './platform/plugins/xsrf.ts'
import { createModules } from './modules/modules.ts'
import { createScrape } from './platform/telemetry/scrape.ts'
import { version } from './platform/version.ts'

export async function buildApp(dependencies: Dependencies): Promise<App> {
  const { config, db, keys, metrics, log, now, stopping, errorReports } = dependencies
  const { services, registerRoutes } = createModules(dependencies)

  const app: App = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: limits.bodyBytes,
    // To receive a request, three files over a slow line among them; a reply may take as long as it takes.
    requestTimeout: 300_000,
    // Longer than a proxy keeps its side open, so that it never sends into a connection that we close.
    keepAliveTimeout: 75_000,
    trustProxy: config.trustProxy ? [...config.trustProxy] : false,
    exposeHeadRoutes: false,
    clientErrorHandler: answerConnectionError,
    frameworkErrors: (error, request, reply) => void refuseUnrouted(app, error, request, reply),
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)

  await app.register(eventLoopPlugin, { metrics })
  if (config.tracing) await app.register(tracingPlugin)
  await app.register(requestLogPlugin)
  if (errorReports) await app.register(errorReportingPlugin, { errorReports })
  await app.register(closingPlugin, { stopping })
  await app.register(securityHeadersPlugin)
  await app.register(cookie)
  await app.register(openApiPlugin, { title: config.productName, version, withPage: config.environment === 'development' })

  await app.register(errorsPlugin)
  await app.register(unreadBodyPlugin)
  await app.register(jsonBodyPlugin)
  await app.register(policyPlugin)
  await app.register(xsrfPlugin)
  await app.register(accessTokensPlugin, { key: keys.accessToken, now })
  await app.register(rateLimitPlugin, { ...config.rate, now })
  await app.register(metricsPlugin, { metrics, scrape: createScrape(dependencies), token: config.metrics.token })
  await app.register(actorPlugin, { findActor: services.actors.findActor, now })
  await app.register(stepUpPlugin, { isVerified: services.sessions.isVerified })
  await app.register(auditPlugin, { recordFailure: (...failure) => services.audit.recordFailure(db, ...failure) })

  openApiRoute(app)
  registerRoutes(app)

  if (config.webDir !== undefined) await app.register(webAppPlugin, { root: config.webDir })
  return app
}

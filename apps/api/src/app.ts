// The table of contents of the HTTP process: what the outside brings, what we add, and the domains.
import cookie from '@fastify/cookie'
import { limits } from '@heddle/contracts/limits'
import fastify, { LogController } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { randomUUID } from 'node:crypto'
import type { App } from './http/app-instance.ts'
import type { Dependencies } from './boot/dependencies.ts'
import { deriveKeys } from '@heddle/security/keys'
import { assistantRoutes } from './modules/assistant/assistant.routes.ts'
import { auditRoutes } from './modules/audit/audit.routes.ts'
import { authRoutes } from './modules/auth/auth.routes.ts'
import { externalLoginRoutes } from './modules/auth/external/external-login.routes.ts'
import { chatModule } from './modules/chat/chat.module.ts'
import { feedbackRoutes } from './modules/feedback/feedback.routes.ts'
import { groupRoutes } from './modules/group/group.routes.ts'
import { modelRoutes } from './modules/model/model.routes.ts'
import { preferenceRoutes } from './modules/preference/preference.routes.ts'
import { createReplyModule } from './modules/reply/reply.module.ts'
import { systemRoutes } from './modules/system/system.routes.ts'
import { usageLimitRoutes } from './modules/usage/usage-limit.routes.ts'
import { userRoutes } from './modules/user/user.routes.ts'
import { tenantRoutes } from './modules/tenant/tenant.routes.ts'
import { accessTokensPlugin } from './plugins/access-tokens.ts'
import { actorPlugin } from './plugins/actor.ts'
import { auditPlugin } from './plugins/audit.ts'
import { closingPlugin } from './plugins/closing.ts'
import { errorsPlugin } from './plugins/errors.ts'
import { openApiPlugin, openApiRoute } from './plugins/openapi.ts'
import { policyPlugin } from './plugins/policy.ts'
import { rateLimitPlugin, refuseUnrouted } from './plugins/rate-limit.ts'
import { requestLogPlugin } from './plugins/request-log.ts'
import { securityHeadersPlugin } from './plugins/security-headers.ts'
import { webAppPlugin } from './plugins/web-app.ts'
import { xsrfPlugin } from './plugins/xsrf.ts'
import { createServices } from './services.ts'
import { version } from './boot/version.ts'

export async function buildApp(dependencies: Dependencies): Promise<App> {
  const { config, log, now, stopping } = dependencies
  const services = createServices(dependencies)

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
    frameworkErrors: (error, request, reply) => void refuseUnrouted(app, error, request, reply),
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)

  await app.register(requestLogPlugin)
  await app.register(closingPlugin, { stopping })
  await app.register(securityHeadersPlugin)
  await app.register(cookie)
  await app.register(openApiPlugin, { title: config.productName, version, withPage: config.environment === 'development' })

  await app.register(errorsPlugin)
  await app.register(policyPlugin)
  await app.register(xsrfPlugin)
  await app.register(accessTokensPlugin, { key: deriveKeys(config.secretKey).accessToken, now })
  await app.register(rateLimitPlugin, { ...config.rate, now })
  await app.register(actorPlugin, { ...services, now })
  await app.register(auditPlugin, { ...services, ...dependencies })

  openApiRoute(app)
  systemRoutes(app, dependencies, services.tenants)
  authRoutes(app, { ...services, installation: config })
  externalLoginRoutes(app, services.externalLogins, config.publicOrigin)
  auditRoutes(app, { ...services, now })
  tenantRoutes(app, services.tenants)
  groupRoutes(app, services)
  userRoutes(app, services)
  modelRoutes(app, services.models, services.assistants)
  assistantRoutes(app, services.assistants)
  preferenceRoutes(app, services.preferences)
  usageLimitRoutes(app, services.usageLimits)
  feedbackRoutes(app, { ...services, now })
  const reply = createReplyModule(dependencies, services)
  reply.routes(app)
  chatModule(app, dependencies, { ...services, ...reply.services })

  if (config.webDir !== undefined) await app.register(webAppPlugin, { root: config.webDir })
  return app
}

import { createRefreshTokens } from '@heddle/security/refresh-token'
import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { Paging } from '../../platform/http/paging.ts'
import { removeEndedCounts } from '../../platform/security/counter.sql.ts'
import type { LoginThrottle } from '../../platform/security/login-throttle.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { LoginMethods } from '../tenant/login-methods.service.ts'
import type { TenantService } from '../tenant/tenant.service.ts'
import type { UserService } from '../user/user.service.ts'
import { createActorService } from './actor.service.ts'
import { authRoutes } from './auth.routes.ts'
import { createAuthService } from './auth.service.ts'
import { externalLoginRoutes } from './external/external-login.routes.ts'
import { createExternalLoginService } from './external/external-login.service.ts'
import { createLoginFlows } from './external/login-flow.ts'
import { createProvisioning } from './external/provisioning.ts'
import { createSessionRepository } from './session.repository.ts'
import { createSessionService } from './session.service.ts'
import { createSignInLog } from './sign-in-log.ts'

type Services = {
  readonly paging: Paging
  readonly throttle: LoginThrottle
  readonly audit: AuditService
  readonly users: UserService
  readonly tenants: TenantService
  readonly loginMethods: LoginMethods
}

export function createAuthModule({ config, keys, db, pool, now, log, metrics }: Dependencies, services: Services) {
  const { paging, throttle, audit, users, tenants, loginMethods } = services
  const sessions = createSessionService({
    db,
    sessions: createSessionRepository(db),
    users,
    audit,
    paging,
    refreshTokens: createRefreshTokens(keys.refreshToken),
    now,
  })
  const signIns = createSignInLog({ db, audit, tenants, metrics })
  const auth = createAuthService({ db, sessions, users, throttle, signIns, audit })
  const externalLogins = createExternalLoginService({
    loginMethods,
    tenants,
    provisioning: createProvisioning({ db, users }),
    sessions,
    throttle,
    signIns,
    flows: createLoginFlows(pool, keys.loginFlow, now),
    now,
    log,
  })
  return {
    services: { actors: createActorService(pool, now) },
    routes(app: App) {
      authRoutes(app, { auth, sessions, users, tenants, installation: config })
      externalLoginRoutes(app, externalLogins, config.publicOrigin)
    },
    jobs: [
      {
        queue: 'remove-ended-sessions',
        schedule: { cron: '24 * * * *', timeZone: 'UTC' },
        async run() {
          await sessions.removeEndedSessions()
          await removeEndedCounts(pool)
        },
      },
    ],
  }
}

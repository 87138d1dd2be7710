import { createSecretCipher } from '@heddle/security/secret-cipher'
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
import { removeEndedChallenges } from './second-factor/challenge.sql.ts'
import { createEnrolment } from './second-factor/enrolment.ts'
import { createFactorProofs } from './second-factor/factor-proof.ts'
import { createFactorThrottle } from './second-factor/factor-throttle.ts'
import { createFactorRepository } from './second-factor/factor.repository.ts'
import { createPasskeyLogins } from './second-factor/passkey-login.service.ts'
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts'
import { createSecondFactorService } from './second-factor/second-factor.service.ts'
import { signInStepRoutes } from './second-factor/sign-in-step.routes.ts'
import { createSignInSteps } from './second-factor/sign-in-step.service.ts'
import { createStepUpService } from './second-factor/step-up.service.ts'
import { createSessionRepository } from './session.repository.ts'
import { createSessionService, type SessionService } from './session.service.ts'
import { createSignInLog, type SignInLog } from './sign-in-log.ts'

type Services = {
  readonly paging: Paging
  readonly throttle: LoginThrottle
  readonly audit: AuditService
  readonly users: UserService
  readonly tenants: TenantService
  readonly loginMethods: LoginMethods
}

type FactorServices = Pick<Services, 'throttle' | 'users' | 'audit'> & {
  readonly sessions: SessionService
  readonly signIns: SignInLog
}

function createSecondFactorServices(
  { config, keys, db, pool, now }: Pick<Dependencies, 'config' | 'keys' | 'db' | 'pool' | 'now'>,
  { throttle: passwords, sessions, users, signIns, audit }: FactorServices,
) {
  const factors = createFactorRepository(db)
  const cipher = createSecretCipher(keys.secondFactors)
  const recoveryKey = keys.recoveryCodes
  const proofs = createFactorProofs({ factors, cipher, recoveryKey, now })
  const enrolment = createEnrolment({ pool, factors, cipher, recoveryKey, productName: config.productName, now })
  const throttle = createFactorThrottle(pool, passwords, keys.rateLimit)
  const { publicOrigin } = config
  return {
    steps: createSignInSteps({ db, pool, factors, proofs, enrolment, throttle, sessions, signIns, audit, publicOrigin, now }),
    passkeyLogins: createPasskeyLogins({ pool, factors, proofs, throttle, sessions, signIns, publicOrigin }),
    secondFactors: createSecondFactorService({ db, pool, factors, enrolment, sessions, audit }),
    stepUps: createStepUpService({ db, pool, factors, proofs, throttle, users, audit }),
  }
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
  const { steps, passkeyLogins, secondFactors, stepUps } = createSecondFactorServices(
    { config, keys, db, pool, now },
    { throttle, sessions, users, signIns, audit },
  )
  const auth = createAuthService({ db, sessions, users, steps, throttle, signIns, audit })
  const externalLogins = createExternalLoginService({
    loginMethods,
    tenants,
    provisioning: createProvisioning({ db, users }),
    steps,
    throttle,
    signIns,
    flows: createLoginFlows(pool, keys.loginFlow, now),
    now,
    log,
  })
  return {
    services: { actors: createActorService(pool, now), sessions },
    routes(app: App) {
      authRoutes(app, { auth, sessions, users, tenants, installation: config })
      signInStepRoutes(app, { steps, passkeyLogins })
      secondFactorRoutes(app, { secondFactors, stepUps }, config.publicOrigin)
      externalLoginRoutes(app, externalLogins, config.publicOrigin)
    },
    jobs: [
      {
        queue: 'remove-ended-sessions',
        schedule: { cron: '24 * * * *', timeZone: 'UTC' },
        async run() {
          await sessions.removeEndedSessions()
          await removeEndedChallenges(pool)
          await removeEndedCounts(pool)
        },
      },
    ],
  }
}

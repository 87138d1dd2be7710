// Passwords: signing in with one, and changing it.
import { randomUUID } from 'node:crypto'
import type { LoginBody, updatePassword } from '@heddle/contracts/auth/auth'
import type { PrismaClient } from '@heddle/db/client'
import type { z } from 'zod'
import { AppError } from '../../platform/errors/app-error.ts'
import { hashPassword, isSamePassword, needsRehash, verifyPassword } from '@heddle/security/password'
import { refuseWeakPassword } from '../../platform/security/weak-password.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { UserService } from '../user/user.service.ts'
import type { LoginThrottle } from '../../platform/security/login-throttle.ts'
import type { SignInOutcome, SignInSteps } from './second-factor/sign-in-step.service.ts'
import type { SessionService } from './session.service.ts'
import type { SignInLog, SignInOrigin } from './sign-in-log.ts'

type AuthDependencies = {
  readonly db: PrismaClient
  readonly sessions: SessionService
  readonly users: UserService
  readonly steps: SignInSteps
  readonly throttle: LoginThrottle
  readonly signIns: SignInLog
  readonly audit: AuditService
}

/** What comes after the right password, and the cookie by which the browser is known from then on. */
export type PasswordSignIn = { readonly outcome: SignInOutcome; readonly browser: string }

type LoginRequest = z.output<typeof LoginBody>
type UpdatePasswordRequest = z.output<typeof updatePassword.schema.body>

const createUpdateError = (reason: 'unchanged' | 'changed_meanwhile') =>
  new AppError('AUTH_PASSWORD_FAILED_TO_UPDATE', { params: { reason } })

export type AuthService = ReturnType<typeof createAuthService>

export function createAuthService({ db, sessions, users, steps, throttle, signIns, audit }: AuthDependencies) {
  // An unknown user costs as much time as a known one.
  const decoyHash = hashPassword(randomUUID())

  type KnownUser = Awaited<ReturnType<UserService['findBySignInName']>>

  async function checkPassword(user: KnownUser, body: LoginRequest, origin: SignInOrigin) {
    // By the name that is typed, never by whose it is: two names slowed down together would be seen to be of one person.
    return throttle.attempt([users.signInKey(body)], origin, async () => {
      const checked = user?.passwordHash ?? (await decoyHash)
      const isRight = await verifyPassword(body.password, checked)
      if (!isRight || user?.status !== 'active') throw new AppError('AUTH_LOGIN_FAILED')
      return { user, password: { checked, rehashed: needsRehash(checked) ? await hashPassword(body.password) : undefined } }
    })
  }

  return {
    async login(body: LoginRequest, origin: SignInOrigin): Promise<PasswordSignIn> {
      const known = await users.findBySignInName(body)
      try {
        const { user, password } = await checkPassword(known, body, origin)
        const outcome = await steps.finishFirstStep({ user, origin, action: 'login', provider: null, password })
        return { outcome, browser: throttle.markBrowser(users.signInKey(body), origin.browser) }
      } catch (error) {
        return signIns.refuse('login', origin, known, error)
      }
    },

    async updatePassword(actor: Actor, { current_password, new_password }: UpdatePasswordRequest) {
      const { user, current } = await users.confirmOwnPassword(actor, current_password)
      if (isSamePassword(current_password, new_password)) throw createUpdateError('unchanged')
      refuseWeakPassword(new_password, user)
      const chosen = await hashPassword(new_password)
      await db.$transaction(async (tx) => {
        if (!(await users.replacePassword(tx, actor.id, current, chosen))) throw createUpdateError('changed_meanwhile')
        await sessions.endOtherSessions(tx, actor)
        await audit.record(tx, actor, { action: 'updatePassword', target: { type: 'user', id: actor.id, name: user.name as object } })
      })
    },
  }
}

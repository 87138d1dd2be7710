import type { Queryable } from '@heddle/db/client'
import { AppError } from '../../errors/app-error.ts'
import { isDatabaseOutage } from '../../errors/database-outage.ts'
import type { Actor } from '../../permissions/actor.ts'
import type { NewUser } from './new-user.ts'
import type { CheckedPassword, UserRepository } from './user.repository.ts'
import { signInKey, type SignInName } from './user.rules.ts'

export type UserService = ReturnType<typeof createUserService>

export function createUserService(users: UserRepository) {
  return {
    getMe: (actor: Actor) => users.getWithGroups(actor.id),
    signInKey,
    findBySignInName: (name: SignInName) => users.findBySignInName(name),

    /** Writes the last login of somebody who has just proved who it is. */
    async recordSignIn(tx: Queryable, id: string, at: Date, password?: CheckedPassword) {
      const isRecorded = await users.recordSignIn(tx, id, at, password).catch((error: unknown) => {
        throw isDatabaseOutage(error) ? error : new AppError('AUTH_USER_FAILED_TO_UPDATE_LAST_LOGIN', { cause: error })
      })
      // Disabled, deleted or given another password since it was checked.
      if (!isRecorded) throw new AppError('AUTH_LOGIN_FAILED')
    },

    replacePassword: (tx: Queryable, id: string, current: string, passwordHash: string) =>
      users.replacePassword(tx, id, current, passwordHash),

    /**
     * Inserts a user in the transaction `tx` of whoever makes one: a tenant its first super user, an external sign-in whom it
     * brings. Throws AUTH_EMAIL_EXISTS, AUTH_ACCOUNT_EXISTS or AUTH_USER_FAILED_TO_CREATE, and `tx` is lost then.
     */
    insertUser: (tx: Queryable, user: NewUser) => users.create(tx, user),
  }
}

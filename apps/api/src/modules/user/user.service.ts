import type { Queryable } from '@heddle/db/client'
import type { Actor } from '../../permissions/actor.ts'
import type { NewUser } from './new-user.ts'
import type { UserRepository } from './user.repository.ts'
import { signInKey, type SignInName } from './user.rules.ts'

export type UserService = ReturnType<typeof createUserService>

export function createUserService(users: UserRepository) {
  return {
    getMe: (actor: Actor) => users.getWithGroups(actor.id),
    signInKey,
    findBySignInName: (name: SignInName) => users.findBySignInName(name),
    recordSignIn: (id: string, at: Date, newHash: string | undefined) => users.recordSignIn(id, at, newHash),

    /**
     * Inserts a user in the transaction `tx` of whoever makes one: a tenant its first super user, an external sign-in whom it
     * brings. Throws AUTH_EMAIL_EXISTS, AUTH_ACCOUNT_EXISTS or AUTH_USER_FAILED_TO_CREATE, and `tx` is lost then.
     */
    insertUser: (tx: Queryable, user: NewUser) => users.create(tx, user),
  }
}

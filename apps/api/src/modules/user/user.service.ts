import type { Actor } from '../../permissions/actor.ts'
import { signInKey, type SignInName, type UserRepository } from './user.repository.ts'

export type UserService = ReturnType<typeof createUserService>

export function createUserService(users: UserRepository) {
  return {
    getMe: (actor: Actor) => users.getWithGroups(actor.id),
    signInKey,
    findBySignInName: (name: SignInName) => users.findBySignInName(name),
    recordSignIn: (id: string, at: Date, newHash: string | undefined) => users.recordSignIn(id, at, newHash),
  }
}

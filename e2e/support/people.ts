// Who uses the product in a test: the seeded cast, or a user of one test alone.
import { randomUUID } from 'node:crypto'
import type { Language } from '@heddle/contracts/languages'
import type { UserRole } from '@heddle/contracts/roles'
import { createDatabase, type PrismaClient } from '@heddle/db/client'
import { createMembership } from '@heddle/db/factories/group'
import { createModel } from '@heddle/db/factories/model'
import { createSession } from '@heddle/db/factories/session'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser, type UserOverrides } from '@heddle/db/factories/user'
import { deriveKeys } from '@heddle/security/keys'
import { createTokenIssuer } from '../../apps/api/src/testing/access-tokens.ts'
import { hashPassword } from '@heddle/security/password'
import { createRefreshTokens } from '@heddle/security/refresh-token'
import { findProduct } from './environment.ts'

export type Role = 'super' | 'admin' | 'owner' | 'member' | 'outsider'

export type Person = { readonly id: string; readonly email: string; readonly account: string | null; readonly name: string }

/** A user who can sign in at the form. */
export type Guest = Person & { readonly password: string }

/** An institute of one test alone. */
export type Institute = {
  readonly tenantId: string
  /** A new person with that role. */
  readonly join: (role: UserRole, more?: Arrival) => Promise<Guest>
}

/** What else is known of a new person. */
type Arrival = Omit<UserOverrides, 'tenantId' | 'role' | 'account' | 'email' | 'passwordHash'>

/** The tokens of a sign-in, as the application keeps them. */
export type SignIn = { readonly sessionId: string; readonly accessToken: string; readonly refreshToken: string }

export type People = ReturnType<typeof createPeople>

const kinds = { S: 'super', A: 'admin', U: 'user' } as const

const password = 'correct horse battery'
const hash = hashPassword(password)

export function createPeople(db: PrismaClient, secretKey: string) {
  const issueAccessToken = createTokenIssuer(secretKey)
  const refreshTokens = createRefreshTokens(deriveKeys(secretKey).refreshToken)

  const find = (role: Role) => db.user.findUniqueOrThrow({ where: { accountKey: role }, include: { memberships: true } })

  /** A user of the cast. */
  async function get(role: Role): Promise<Person> {
    const { id, email, account } = await find(role)
    return { id, email: email ?? '', account, name: role }
  }

  async function add(kind: string, overrides: UserOverrides): Promise<Guest> {
    const account = `${kind}-${randomUUID().slice(0, 8)}`
    const { id, email, name } = await createUser(db, {
      name: { default: account },
      ...overrides,
      account,
      email: `${account}@heddle.test`,
      passwordHash: await hash,
    })
    return { id, email, account, name: (name as { default: string }).default, password }
  }

  /** A new person like the one of the cast: in the same institute and groups. */
  async function invite(role: Role = 'member', more: Arrival = {}): Promise<Guest> {
    const like = await find(role)
    const guest = await add(role, { tenantId: like.tenantId, role: like.role, ...more })
    for (const { groupId, role: groupRole } of like.memberships) await createMembership(db, { userId: guest.id, groupId, role: groupRole })
    return guest
  }

  /** Founds an institute with a model, so that what counts there is only what the test did. */
  async function found(): Promise<Institute> {
    const { id: tenantId } = await createTenant(db)
    await createModel(db, { tenantId, name: 'gpt-4o', isDefault: true })
    return { tenantId, join: (role, more = {}) => add(kinds[role], { tenantId, role, ...more }) }
  }

  /** Signs in beside the form, at a time in the past if `agoMs` says so. */
  async function signIn(person: Person, agoMs = 0): Promise<SignIn> {
    const rotatedAt = new Date(Date.now() - agoMs)
    const user = await db.user.findUniqueOrThrow({ where: { id: person.id } })
    const session = await createSession(db, { userId: user.id, rotatedAt })
    const claims = { userId: user.id, tenantId: user.tenantId, sessionId: session.id, tokenVersion: user.tokenVersion }
    return {
      sessionId: session.id,
      accessToken: (await issueAccessToken)(claims, rotatedAt),
      refreshToken: refreshTokens.issue(session.id, session.generation),
    }
  }

  return { get, invite, found, signIn }
}

/** A client of the product's database. */
export const openDatabase = () => createDatabase({ url: findProduct().databaseUrl, poolSize: 2 })

/** What a browser has in its storage for the application. */
export function createStorage(language: Language, signIn?: SignIn) {
  return [
    { name: 'language', value: language },
    ...(signIn
      ? [
          { name: 'access_token', value: signIn.accessToken },
          { name: 'refresh_token', value: signIn.refreshToken },
          { name: 'expires_in', value: '600' },
        ]
      : []),
  ]
}

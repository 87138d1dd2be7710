// The users of a test: the seeded cast, or users of one test.
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
import { createTokenIssuer } from '../../apps/api/test/application/access-tokens.ts'
import { hashPassword } from '@heddle/security/password'
import { createRefreshTokens } from '@heddle/security/refresh-token'
import { findProduct } from './product/environment.ts'

export type Role = 'super' | 'admin' | 'owner' | 'member' | 'outsider'

export type Person = { readonly id: string; readonly email: string; readonly account: string | null; readonly name: string }

/** A user with a password. */
export type Guest = Person & { readonly password: string }

/** An institute of one test. */
export type Institute = {
  readonly tenantId: string
  /** Creates a user with that role. */
  readonly join: (role: UserRole, more?: Arrival) => Promise<Guest>
}

/** Further properties of a new user. */
type Arrival = Omit<UserOverrides, 'tenantId' | 'role' | 'account' | 'email' | 'passwordHash'>

/** The tokens of a session, as the application stores them. */
export type SignIn = { readonly sessionId: string; readonly accessToken: string; readonly refreshToken: string }

export type People = ReturnType<typeof createPeople>

const kinds = { S: 'super', A: 'admin', U: 'user' } as const

const password = 'correct horse battery'
const hash = hashPassword(password)

export function createPeople(db: PrismaClient, secretKey: string) {
  const issueAccessToken = createTokenIssuer(secretKey)
  const refreshTokens = createRefreshTokens(deriveKeys(secretKey).refreshToken)

  const find = (role: Role) => db.user.findUniqueOrThrow({ where: { accountKey: role }, include: { memberships: true } })

  /** Returns a user of the cast. */
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

  /** Creates a user like the one of the cast: in the same institute and groups. */
  async function invite(role: Role = 'member', more: Arrival = {}): Promise<Guest> {
    const like = await find(role)
    const guest = await add(role, { tenantId: like.tenantId, role: like.role, ...more })
    for (const { groupId, role: groupRole } of like.memberships) await createMembership(db, { userId: guest.id, groupId, role: groupRole })
    return guest
  }

  /** Creates an institute with a model, so that its counts have only the test's actions. */
  async function createInstitute(): Promise<Institute> {
    const { id: tenantId } = await createTenant(db)
    await createModel(db, { tenantId, name: 'gpt-4o', isDefault: true })
    return { tenantId, join: (role, more = {}) => add(kinds[role], { tenantId, role, ...more }) }
  }

  /** Creates a session without the form, `agoMs` in the past. */
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

  return { get, invite, createInstitute, signIn }
}

/** Returns a client of the product's database. */
export const openDatabase = () => createDatabase({ url: findProduct().databaseUrl, poolSize: 2 })

/** Returns the application's entries in the browser's storage. */
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

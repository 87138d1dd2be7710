// The life of a session, from the sign-in that begins it to its end.
import type { querySessions } from '@heddle/contracts/auth/auth'
import type { UserRole } from '@heddle/contracts/roles'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import { z } from 'zod'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Actor, Origin } from '../../platform/permissions/actor.ts'
import type { AccessTokenClaims } from '../../platform/security/access-token.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { AuditEntry, AuditService } from '../audit/audit.service.ts'
import type { UserService } from '../user/user.service.ts'
import type { RefreshTokens } from '@heddle/security/refresh-token'
import type { SessionRepository, SessionRow } from './session.repository.ts'
import { isLiving, judgeGeneration, findSessionEnd } from './session.rules.ts'
import { type SignInUser, signInTarget } from './sign-in-log.ts'

type SessionDependencies = {
  readonly db: PrismaClient
  readonly sessions: SessionRepository
  readonly users: UserService
  readonly audit: AuditService
  readonly paging: Paging
  readonly refreshTokens: RefreshTokens
  readonly now: () => Date
}

/** A user who has just done the first step of a sign-in. */
export type FirstStep = {
  readonly user: SignInUser & { readonly role: UserRole }
  readonly origin: Origin
  /** The endpoint of the sign-in. */
  readonly action: AuditEntry['action']
  /** Key of the external sign-in; null for a password. */
  readonly provider: string | null
  /** The hash that the password was checked against, and its successor if it is out of date. */
  readonly password?: { readonly checked: string; readonly rehashed: string | undefined }
}

/** A user who has signed in. */
type SignedIn = FirstStep & {
  /** Whether a second factor was shown; a user who has one has no session without. */
  readonly hasShownFactor: boolean
  /** Written in the transaction that begins the session. */
  readonly alongside?: (tx: Queryable) => Promise<void>
}

/** What a pair of tokens is made of. A function of the session's row alone: between two rotations every caller gets the same. */
export type TokenGrant = {
  readonly claims: AccessTokenClaims
  readonly issuedAt: Date
  readonly refreshToken: string
}

const maxUserAgentLength = 300
const sessionPageSize = 50
const verifiedSeconds = 10 * 60

const NoFilters = z.object({})
const Key = z.object({ rotatedAt: z.coerce.date(), id: z.string() })

export type SessionService = ReturnType<typeof createSessionService>

export function createSessionService(dependencies: SessionDependencies) {
  const { db, sessions, users, audit, paging, refreshTokens, now } = dependencies
  const list = paging.defineList({ name: 'sessions', filters: NoFilters, key: Key, defaultSize: sessionPageSize })

  const grantTokens = ({ id, generation, rotatedAt, user }: SessionRow): TokenGrant => ({
    claims: { userId: user.id, tenantId: user.tenantId, sessionId: id, tokenVersion: user.tokenVersion },
    issuedAt: rotatedAt,
    refreshToken: refreshTokens.issue(id, generation),
  })

  async function findLiving(id: string): Promise<SessionRow> {
    const session = await sessions.find(id)
    if (!session || !isLiving(session, now()) || session.user.status !== 'active') throw new AppError('AUTH_SESSION_ENDED')
    return session
  }

  async function rotate(session: SessionRow) {
    const at = now()
    await sessions.rotate(session.id, session.generation, {
      rotatedAt: at,
      ...findSessionEnd(session.user.role, session.createdAt, at),
    })
    // Whether this request rotated or a parallel one did, the answer is what is current now.
    return grantTokens(await findLiving(session.id))
  }

  /** Two hold a token that was replaced long ago, and we cannot tell which is the owner: the family ends, and the audit log has it. */
  async function endStolen({ id, user }: SessionRow, origin: Origin) {
    await db.$transaction(async (tx) => {
      if (!(await sessions.revoke(tx, id, now()))) return
      const who = { tenantId: user.tenantId, actorId: null, origin }
      await audit.recordSignIn(tx, who, { action: 'refreshToken', target: signInTarget(user) }, 'AUTH_SESSION_ENDED')
    })
  }

  return {
    /** The user's row is written first: who is disabled or gets another password meanwhile is signed in before that or not at all. */
    async beginSession({ user, origin, action, provider, password, hasShownFactor, alongside }: SignedIn): Promise<TokenGrant> {
      const at = now()
      const session = await db.$transaction(async (tx) => {
        await users.recordSignIn(tx, user.id, at, { password, hasShownFactor })
        await alongside?.(tx)
        await audit.recordSignIn(tx, { tenantId: user.tenantId, actorId: user.id, origin }, { action, target: signInTarget(user) })
        return sessions.create(tx, {
          userId: user.id,
          createdAt: at,
          rotatedAt: at,
          ...findSessionEnd(user.role, at, at),
          address: origin.address,
          userAgent: origin.userAgent?.slice(0, maxUserAgentLength) ?? null,
          provider,
        })
      })
      return grantTokens(session)
    },

    async refreshToken(token: string, origin: Origin): Promise<TokenGrant> {
      const claims = refreshTokens.read(token)
      if (!claims) throw new AppError('AUTH_TOKEN_INVALID')
      const session = await findLiving(claims.sessionId)
      switch (judgeGeneration(session, claims.generation, await sessions.msInGeneration(session.id))) {
        case 'rotate':
          return rotate(session)
        case 'repeat':
          return grantTokens(session)
        case 'stolen':
          await endStolen(session, origin)
          throw new AppError('AUTH_SESSION_ENDED')
      }
    },

    async logout(token: string, origin: Origin) {
      const claims = refreshTokens.read(token)
      const session = claims && (await sessions.find(claims.sessionId))
      if (!session) return
      const { id, user } = session
      await db.$transaction(async (tx) => {
        if (!(await sessions.revoke(tx, id, now()))) return
        const who = { tenantId: user.tenantId, actorId: user.id, origin }
        await audit.recordSignIn(tx, who, { action: 'logout', target: { type: 'session', id } })
      })
    },

    async querySessions(actor: Actor, request: z.output<typeof querySessions.schema.body>) {
      const page = list.read(request, {})
      const at = now()
      const [found, total] = await Promise.all([
        sessions.findLiving(actor.id, at, page.after, page.size + 1),
        page.after ? undefined : sessions.countLiving(actor.id, at),
      ])
      return { ...list.cut(page, found, ({ rotatedAt, id }) => ({ rotatedAt, id })), total }
    },

    async endSession(actor: Actor, id: string) {
      await db.$transaction(async (tx) => {
        if (!(await sessions.revokeOwn(tx, actor.id, id, now()))) throw new AppError('AUTH_SESSION_NOT_FOUND')
        await audit.record(tx, actor, { action: 'endSession', target: { type: 'session', id } })
      })
    },

    /** Whether the session may do what a proof of who calls is asked for. */
    isVerified: (id: string) => sessions.isVerifiedWithin(id, verifiedSeconds),

    /** Ends every session of the actor but the one that calls. */
    endOtherSessions: (tx: Queryable, actor: Actor) => sessions.revokeAllBut(tx, actor.id, actor.credential.sessionId, now()),

    /** Ends every session of a user who is about to begin one. */
    endEarlierSessions: (tx: Queryable, userId: string) => sessions.revokeAllBut(tx, userId, null, now()),

    /** Families that ended a while ago are not needed to detect reuse. */
    removeEndedSessions: () => sessions.removeEndedBefore(new Date(now().getTime() - 7 * 24 * 60 * 60 * 1000)),
  }
}

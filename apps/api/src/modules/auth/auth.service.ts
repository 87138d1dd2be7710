// Sign-in, and the life of the session that it begins.
import { randomUUID } from 'node:crypto'
import type { LoginBody, TokenPair } from '@heddle/contracts/auth'
import type { z } from 'zod'
import { AppError } from '../../errors/app-error.ts'
import type { UserService } from '../user/user.service.ts'
import { accessTokenSeconds, type AccessTokens } from './access-token.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { hashPassword, needsRehash, verifyPassword } from '../../password.ts'
import type { RefreshTokens } from './refresh-token.ts'
import type { SessionRepository, SessionRow } from './session.repository.ts'
import { isLiving, judgeGeneration, sessionEnd } from './session.rules.ts'

type AuthParts = {
  readonly sessions: SessionRepository
  readonly users: UserService
  readonly throttle: LoginThrottle
  readonly accessTokens: AccessTokens
  readonly refreshTokens: RefreshTokens
  readonly now: () => Date
}

type Origin = { readonly address: string; readonly userAgent: string | undefined }

const longestUserAgent = 300

export type AuthService = ReturnType<typeof createAuthService>

export function createAuthService({ sessions, users, throttle, accessTokens, refreshTokens, now }: AuthParts) {
  // Somebody unknown costs as much time as somebody known.
  const hashOfNobody = hashPassword(randomUUID())

  /** A function of the row alone: whoever asks between two rotations is answered the same, byte for byte. */
  const pairOf = async ({ id, generation, rotatedAt, user }: SessionRow): Promise<TokenPair> => ({
    access_token: await accessTokens.issue(
      { userId: user.id, tenantId: user.tenantId, sessionId: id, tokenVersion: user.tokenVersion },
      rotatedAt,
    ),
    refresh_token: refreshTokens.issue(id, generation),
    expires_in: accessTokenSeconds,
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
      ...sessionEnd(session.user.role, session.createdAt, at),
    })
    // Whether this request rotated or a parallel one did, the answer is what is current now.
    return pairOf(await findLiving(session.id))
  }

  return {
    async login(body: z.output<typeof LoginBody>, { address, userAgent }: Origin): Promise<TokenPair> {
      const user = await users.findBySignInName(body)
      // Somebody with two names has as many attempts as somebody with one.
      const name = user?.id ?? users.signInKey(body)
      await throttle.attempt(name, address)
      const hash = user?.passwordHash ?? (await hashOfNobody)
      const isRight = await verifyPassword(body.password, hash)
      if (!isRight || user?.status !== 'active') throw new AppError('AUTH_LOGIN_FAILED')
      await throttle.succeed(name)
      const at = now()
      await users.recordSignIn(user.id, at, needsRehash(hash) ? await hashPassword(body.password) : undefined)
      const session = await sessions.create({
        userId: user.id,
        createdAt: at,
        rotatedAt: at,
        ...sessionEnd(user.role, at, at),
        address,
        userAgent: userAgent?.slice(0, longestUserAgent) ?? null,
      })
      return pairOf(session)
    },

    async refreshToken(token: string): Promise<TokenPair> {
      const claims = refreshTokens.read(token)
      if (!claims) throw new AppError('AUTH_TOKEN_INVALID')
      const session = await findLiving(claims.sessionId)
      switch (judgeGeneration(session, claims.generation, now())) {
        case 'rotate':
          return rotate(session)
        case 'repeat':
          return pairOf(session)
        case 'stolen':
          // Somebody holds a copy of a token that was replaced long ago, and we cannot tell who of the two is the owner.
          await sessions.revoke(session.id, now())
          throw new AppError('AUTH_SESSION_ENDED')
      }
    },

    async logout(token: string) {
      const claims = refreshTokens.read(token)
      if (claims) await sessions.revoke(claims.sessionId, now())
    },

    /** Families that ended a while ago tell nobody anything any more. */
    removeEndedSessions: () => sessions.removeEndedBefore(new Date(now().getTime() - 7 * 24 * 60 * 60 * 1000)),
  }
}

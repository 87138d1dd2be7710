import type { Session, TokenPair } from '@heddle/contracts/auth/auth'
import type { Actor } from '../../platform/permissions/actor.ts'
import { accessTokenSeconds, type AccessTokens } from '../../platform/security/access-token.ts'
import { presentTime } from '../../platform/http/presenting.ts'
import type { SessionListRow } from './session.repository.ts'
import type { TokenGrant } from './session.service.ts'

export const presentTokenPair = (accessTokens: AccessTokens, { claims, issuedAt, refreshToken }: TokenGrant): TokenPair => ({
  access_token: accessTokens.issue(claims, issuedAt),
  refresh_token: refreshToken,
  expires_in: accessTokenSeconds,
})

export const presentSession = (actor: Actor, session: SessionListRow): Session => ({
  id: session.id,
  is_current: session.id === actor.credential.sessionId,
  address: session.address,
  user_agent: session.userAgent,
  provider: session.provider,
  created_at: presentTime(session.createdAt),
  last_used_at: presentTime(session.rotatedAt),
})

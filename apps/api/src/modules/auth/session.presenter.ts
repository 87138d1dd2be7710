import type { Session } from '@heddle/contracts/auth'
import type { Actor } from '../../permissions/actor.ts'
import { presentTime } from '../../presenting.ts'
import type { SessionListRow } from './session.repository.ts'

export const presentSession = (actor: Actor, session: SessionListRow): Session => ({
  id: session.id,
  is_current: session.id === actor.sessionId,
  address: session.address,
  user_agent: session.userAgent,
  provider: session.provider,
  created_at: presentTime(session.createdAt),
  last_used_at: presentTime(session.rotatedAt),
})

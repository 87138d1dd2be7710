// What an actor of a test is known by, where only its rights matter.
import type { Actor } from '../../src/platform/permissions/actor.ts'

export const anySession: Pick<Actor, 'credential' | 'endsAt'> = {
  credential: { kind: 'session', sessionId: '00000000-0000-7000-8000-000000000002', tokenVersion: 0 },
  endsAt: new Date('2100-01-01T00:00:00Z'),
}

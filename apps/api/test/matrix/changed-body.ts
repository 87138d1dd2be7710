// Calls of an endpoint with a valid body in which something is another.
import type { FieldError } from '@heddle/contracts/errors'
import { type Change, type endpointsWithBody, withChanges } from './body-parts.ts'
import { bodyOf, inject } from './requests.ts'
import { makeThing } from './things.ts'
import type { MatrixWorld } from './world.ts'

export type Answer = {
  readonly status: number
  readonly length: number
  readonly detail: { readonly code: string; readonly params?: { readonly fields?: readonly FieldError[] } } | undefined
}

export type Answered = Change & { readonly answer: Answer }

/** Those of one depth, of which none is in another. */
const groupByDepth = (changes: readonly Change[]) => [...Map.groupBy(changes, ({ at }) => at.length).values()]

/** What was asked, and how it was answered, for a test to list. */
export const told = ({ at, key, value, answer }: Answered) =>
  `${[...at, key].join('.')} = ${JSON.stringify(value)?.slice(0, 60)}: ${JSON.stringify(answer).slice(0, 200)}`

export async function arrangeBody(world: MatrixWorld, { route, thing, body }: (typeof endpointsWithBody)[number]) {
  const actor = await world.takeActor('S')
  const target = await makeThing(world, thing, actor)
  const valid = (await bodyOf(route, { db: world.db, thing, target })) ?? {}

  async function send(payload: unknown): Promise<Answer> {
    const response = await inject(world, route, target, { headers: actor.headers, payload: payload as object })
    const detail = response.statusCode < 400 ? undefined : response.json<{ detail: Answer['detail'] }>().detail
    return { status: response.statusCode, length: response.body.length, detail }
  }
  const change = (...changes: Change[]) => withChanges(valid, changes)
  const isTaken = (one: Change) => body.safeParse(change(one)).success

  async function sendAlone(changes: readonly Change[]): Promise<readonly Answered[]> {
    const answered: Answered[] = []
    for (const one of changes) answered.push({ ...one, answer: await send(change(one)) })
    return answered
  }

  /** Sends those of a depth together, and each alone of what is then not as it should be. */
  async function sendTogether(changes: readonly Change[], isRight: (answer: Answer) => boolean): Promise<readonly Answered[]> {
    const answered: Answered[] = []
    for (const ofDepth of groupByDepth(changes)) {
      const answer = await send(change(...ofDepth))
      answered.push(...(isRight(answer) ? ofDepth.map((one) => ({ ...one, answer })) : await sendAlone(ofDepth)))
    }
    return answered
  }

  return { actor, target, valid, send, isTaken, sendAlone, sendTogether }
}

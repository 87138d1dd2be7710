// What a module brings to the permission matrix, in its `<domain>.matrix.ts`: the valid calls of its endpoints, and the things
// that they are about, by their relation to the actor.
import type { EndpointName } from '@heddle/contracts/endpoint-list'
import { randomUUID } from 'node:crypto'
import type { MatrixActor, MatrixWorld } from './world.ts'

/** The ids that a call names. One that is not what the case is about is the same for its unknown twin. */
export type Target = {
  readonly id: string
  readonly userId?: string
  /** The last reply of the chat, unless the case is about another message. */
  readonly messageId?: string
  readonly fileId?: string
  readonly hostId?: string
  readonly runId?: string
  readonly sourceId?: string
  readonly chunkId?: string
  readonly editId?: string
  readonly questionId?: string
  readonly importId?: string
  readonly shareId?: string
  readonly comparisonId?: string
  /** Of an evaluation run. */
  readonly rowId?: string
  readonly about:
    | 'id'
    | 'userId'
    | 'fileId'
    | 'hostId'
    | 'runId'
    | 'sourceId'
    | 'chunkId'
    | 'editId'
    | 'questionId'
    | 'importId'
    | 'shareId'
    | 'comparisonId'
}

export type RequestContext = { readonly db: MatrixWorld['db']; readonly thing: string; readonly target: Target }

type Form = { readonly headers: Record<string, string>; readonly payload: Buffer }

export type Thing = (world: MatrixWorld, actor: MatrixActor) => Promise<Target>

export type MatrixPart = {
  /** The body of a valid call. An endpoint that is not named here has none, or takes an empty one. */
  readonly bodies?: { readonly [Name in EndpointName]?: (context: RequestContext) => object | Promise<object> }
  /** The form of a valid call, of an endpoint that takes one instead of JSON. */
  readonly forms?: { readonly [Name in EndpointName]?: () => Form }
  /** What an address has to ask for beyond whom or what it is about; it may name the ids as a contract does. */
  readonly queries?: { readonly [Name in EndpointName]?: string }
  /** Each is created for one case. */
  readonly things?: Readonly<Record<string, Thing>>
}

/** A thing that is named by its id, and by that of a message in it. */
export const byId =
  (create: (world: MatrixWorld, actor: MatrixActor) => Promise<{ id: string; messageId?: string }>): Thing =>
  async (world, actor) => {
    const { id, messageId = randomUUID() } = await create(world, actor)
    return { id, messageId, about: 'id' }
  }

/** For a call that names nothing. */
export const unnamed = byId(async () => ({ id: randomUUID() }))

export const newEmail = () => `${randomUUID()}@heddle.test`
export const newPassword = 'another password than before'

/** The revision that a careful caller would have seen; of what does not exist it does not matter. */
export const revisionOf = async (find: Promise<{ revision: number } | null>) => (await find)?.revision ?? 0

// What is asked for, in the permission matrix: by its relation to the actor, created for each case.
import type { MessageStatus } from '@heddle/contracts/message'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat, createChatFile, createMessage } from '@heddle/db/factories/chat'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createSession } from '@heddle/db/factories/session'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUsageLimitRule } from '@heddle/db/factories/usage-limit'
import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { MatrixActor, MatrixWorld } from './world.ts'

/** The ids that a call names. One that is not what the case is about is the same for its unknown twin. */
export type Target = {
  readonly id: string
  readonly userId?: string
  /** The last reply of the chat, unless the case is about another message. */
  readonly messageId?: string
  readonly fileId?: string
  readonly about: 'id' | 'userId' | 'fileId'
}

type MakeThing = (world: MatrixWorld, actor: MatrixActor) => Promise<Target>

const of = (make: (world: MatrixWorld, actor: MatrixActor) => Promise<{ id: string; messageId?: string }>): MakeThing => {
  return async (world, actor) => {
    const { id, messageId = randomUUID() } = await make(world, actor)
    return { id, messageId, about: 'id' }
  }
}

const nothing = of(async () => ({ id: randomUUID() }))

const createMemberOf = async ({ db, createPerson }: MatrixWorld, groupId: string) => {
  const user = await createPerson()
  await createMembership(db, { groupId, userId: user.id })
  return user
}

async function createWrittenChat({ db }: MatrixWorld, ownerId: string, explicitlyPublic = false, status: MessageStatus = 'completed') {
  const chat = await createChat(db, { ownerId, explicitlyPublic })
  const { id: questionId } = await createMessage(db, { chatId: chat.id })
  const { id: messageId } = await createMessage(db, { chatId: chat.id, role: 'assistant', status })
  return { id: chat.id, questionId, messageId }
}

type Message = (world: MatrixWorld, ownerId: string, explicitlyPublic: boolean) => Promise<{ id: string; messageId: string }>

const question: Message = async (...chat) => {
  const { id, questionId } = await createWrittenChat(...chat)
  return { id, messageId: questionId }
}
const stoppedReply: Message = (...chat) => createWrittenChat(...chat, 'stopped')

const inOwnChat = (make: Message) => of((world, { user }) => make(world, user.id, false))
const inChatOfAnother = (make: Message, explicitlyPublic: boolean) =>
  of(async (world) => make(world, (await world.createPerson()).id, explicitlyPublic))

/** A file with its bytes, which are those of this program. */
async function createFile({ db, api }: MatrixWorld, chatId: string) {
  const path = import.meta.filename
  const { size } = await stat(path)
  const storageKey = `matrix/${randomUUID()}`
  await api.dependencies.files.put(storageKey, path)
  return createChatFile(db, { chatId, sizeBytes: size, storageKey })
}

async function createChatWithFile(world: MatrixWorld, ownerId: string, explicitlyPublic = false) {
  const chat = await createChat(world.db, { ownerId, explicitlyPublic })
  return { id: chat.id, fileId: (await createFile(world, chat.id)).id }
}

const fileInChatOfAnother =
  (explicitlyPublic: boolean): MakeThing =>
  async (world) => ({ ...(await createChatWithFile(world, (await world.createPerson()).id, explicitlyPublic)), about: 'id' })

const chatOfAnother = (explicitlyPublic: boolean) =>
  of(async (world) => createWrittenChat(world, (await world.createPerson()).id, explicitlyPublic))

/** A group, and a user for whose membership in it the actor asks. */
const pair =
  (about: Target['about'], make: (world: MatrixWorld, actor: MatrixActor) => Promise<{ groupId: string; userId: string }>): MakeThing =>
  async (world, actor) => {
    const { groupId, userId } = await make(world, actor)
    return { id: groupId, userId, about }
  }

const createOtherGroup = async ({ db, here }: MatrixWorld) => (await createGroup(db, { tenantId: here.id })).id
const createGroupElsewhere = async ({ db, elsewhere }: MatrixWorld) => (await createGroup(db, { tenantId: elsewhere.id })).id

/** A user's feedback on a reply in an own chat. */
async function createFeedback(world: MatrixWorld, tenantId: string) {
  const { id: userId } = await world.createPerson({ tenantId })
  const { messageId } = await createWrittenChat(world, userId)
  return world.db.messageFeedback.create({ data: { tenantId, userId, messageId, messageIndex: 1, rating: 'bad' }, select: { id: true } })
}

const things = {
  anything: nothing,
  'their own': nothing,
  'their own by keywords': nothing,
  "their tenant's": nothing,
  'no account': nothing,
  'a made-up token': nothing,
  'no such product': nothing,
  'their own password': nothing,

  'public assistant': of(async ({ assistants }) => assistants.public),
  'private assistant': of(async ({ assistants }) => assistants.private),

  'own chat': of((world, { user }) => createWrittenChat(world, user.id)),
  'private chat of another': chatOfAnother(false),
  'shared chat of another': chatOfAnother(true),
  'shared chat of another, to share': chatOfAnother(true),
  'shared chat of another, to take back': chatOfAnother(true),

  'question in their own chat': inOwnChat(question),
  'question in a private chat of another': inChatOfAnother(question, false),
  'question in a shared chat of another': inChatOfAnother(question, true),
  'stopped reply in their own chat': inOwnChat(stoppedReply),
  'stopped reply in a private chat of another': inChatOfAnother(stoppedReply, false),
  'stopped reply in a shared chat of another': inChatOfAnother(stoppedReply, true),

  'file in their own chat': async (world, { user }) => ({ ...(await createChatWithFile(world, user.id)), about: 'id' }),
  'file in a private chat of another': fileInChatOfAnother(false),
  'file in a shared chat of another': fileInChatOfAnother(true),
  'file of another chat, in their own': async (world, { user }) => {
    const [own, other] = [await createChat(world.db, { ownerId: user.id }), await createChatWithFile(world, user.id)]
    return { id: own.id, fileId: other.fileId, about: 'fileId' }
  },

  'own session': of(({ db }, { user }) => createSession(db, { userId: user.id })),
  'the session that asks': of(async (_world, { session }) => session),
  'session of another': of(async ({ db, createPerson }) => createSession(db, { userId: (await createPerson()).id })),

  themselves: of(async (_world, { user }) => user),
  'a user of the tenant': of(({ createPerson }) => createPerson()),
  'a member of their group': of(async (world, actor) => createMemberOf(world, await world.createGroupOf(actor))),
  'an administrator': of(({ createPerson }) => createPerson({ role: 'A' })),
  'a super user': of(({ createPerson }) => createPerson({ role: 'S' })),
  'a deleted user': of(({ createPerson }) => createPerson({ status: 'deleted' })),
  'a user of another tenant': of(({ createPerson, elsewhere }) => createPerson({ tenantId: elsewhere.id })),

  'their group': of(async (world, actor) => ({ id: await world.createGroupOf(actor) })),
  'another group of the tenant': of(async (world) => ({ id: await createOtherGroup(world) })),
  'a group of another tenant': of(async (world) => ({ id: await createGroupElsewhere(world) })),
  'a group that manages something': of(async (world) => {
    const groupId = await createOtherGroup(world)
    await createAssistant(world.db, { tenantId: world.here.id, groupId })
    return { id: groupId }
  }),

  'a user of the tenant, into their group': pair('id', async (world, actor) => ({
    groupId: await world.createGroupOf(actor),
    userId: (await world.createPerson()).id,
  })),
  'a user of the tenant, into another group': pair('id', async (world) => ({
    groupId: await createOtherGroup(world),
    userId: (await world.createPerson()).id,
  })),
  'a user of another tenant, into their group': pair('userId', async (world, actor) => ({
    groupId: await world.createGroupOf(actor),
    userId: (await world.createPerson({ tenantId: world.elsewhere.id })).id,
  })),
  'themselves, into a group of another tenant': pair('id', async (world, { user }) => ({
    groupId: await createGroupElsewhere(world),
    userId: user.id,
  })),
  'a member of their group, out of it': pair('id', async (world, actor) => {
    const groupId = await world.createGroupOf(actor)
    return { groupId, userId: (await createMemberOf(world, groupId)).id }
  }),
  'a member of another group, out of it': pair('id', async (world) => {
    const groupId = await createOtherGroup(world)
    return { groupId, userId: (await createMemberOf(world, groupId)).id }
  }),
  'a user of another tenant, out of their group': pair('userId', async (world, actor) => ({
    groupId: await world.createGroupOf(actor),
    userId: (await world.createPerson({ tenantId: world.elsewhere.id })).id,
  })),
  'a member of a group of another tenant': pair('id', async (world) => {
    const groupId = await createGroupElsewhere(world)
    const { id: userId } = await world.createPerson({ tenantId: world.elsewhere.id })
    await createMembership(world.db, { groupId, userId })
    return { groupId, userId }
  }),

  'feedback of another': of((world) => createFeedback(world, world.here.id)),
  'feedback of another tenant': of((world) => createFeedback(world, world.elsewhere.id)),
  'a limit of the tenant': of(({ db, here }) => createUsageLimitRule(db, { tenantId: here.id })),
  'a limit of another tenant': of(({ db, elsewhere }) => createUsageLimitRule(db, { tenantId: elsewhere.id })),
  'a limit for a user of the tenant': of(({ createPerson }) => createPerson()),
  'a limit for a user of another tenant': of(({ createPerson, elsewhere }) => createPerson({ tenantId: elsewhere.id })),

  'their own tenant': of(async (_world, { user }) => ({ id: user.tenantId })),
  'another tenant': of(({ db }) => createTenant(db)),
} satisfies Record<string, MakeThing>

export type Thing = keyof typeof things

export const isThing = (name: string): name is Thing => name in things

export const makeThing = (world: MatrixWorld, thing: Thing, actor: MatrixActor): Promise<Target> => things[thing](world, actor)

/** The same call about something that does not exist. */
export const unknownTwin = (target: Target): Target => ({ ...target, [target.about]: randomUUID() })

import { createUsageEvent } from '@heddle/db/factories/usage'
import { byId, type MatrixPart } from '../part.ts'
import type { MatrixWorld, Owner } from '../world.ts'
import { createWrittenChat } from './written-chat.ts'

/** A run that has ended, of a reply in a chat that all users of the tenant may read. */
async function createRun(world: MatrixWorld, owner: Owner) {
  const { id: chatId, messageId } = await createWrittenChat(world, owner, true)
  const { runId } = await world.db.message.findUniqueOrThrow({ where: { id: messageId } })
  const about = { tenantId: owner.tenantId, userId: owner.id, chatId, messageId }
  const event = await createUsageEvent(world.db, { ...about, ...(runId !== null && { runId }) })
  return { id: event.runId }
}

export const debugMatrix = {
  things: {
    'a run of their own': byId((world, { user }) => createRun(world, user)),
    'a run of another': byId(async (world) => createRun(world, await world.createPerson())),
    'a run of another tenant': byId(async (world) => createRun(world, await world.createPerson({ tenantId: world.elsewhere.id }))),
  },
} satisfies MatrixPart

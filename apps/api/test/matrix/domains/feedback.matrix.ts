import { byId, type MatrixPart } from '../part.ts'
import type { MatrixWorld } from '../world.ts'
import { createWrittenChat } from './written-chat.ts'

/** A user's feedback on a reply in an own chat. */
async function createFeedback(world: MatrixWorld, tenantId: string) {
  const user = await world.createPerson({ tenantId })
  const { messageId } = await createWrittenChat(world, user)
  return world.db.messageFeedback.create({
    data: { tenantId, userId: user.id, messageId, messageIndex: 1, rating: 'bad' },
    select: { id: true },
  })
}

export const feedbackMatrix = {
  bodies: {
    giveFeedback: () => ({ message_index: 1, rating: 'bad', reason: 'Too short', include_conversation: true }),
    summarizeFeedback: () => ({ time_zone: 'Asia/Taipei' }),
  },
  things: {
    'feedback of another': byId((world) => createFeedback(world, world.here.id)),
    'feedback of another tenant': byId((world) => createFeedback(world, world.elsewhere.id)),
  },
} satisfies MatrixPart

import { kindColumns } from '@heddle/contracts/dataset/kind-columns'
import { createDataset } from '@heddle/db/factories/dataset'
import { byId, type MatrixPart, type RequestContext } from '../part.ts'
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

/** Creates an evaluation set in the tenant of a feedback; of one that does not exist it does not matter. */
async function createEvalSet({ db, target: { id } }: RequestContext) {
  const feedback = await db.messageFeedback.findUnique({ where: { id } })
  return createDataset(db, { tenantId: feedback?.tenantId, kind: 'eval', columns: [...(kindColumns.eval ?? [])], nextColumn: 13 })
}

async function findUpdatedAt({ db, target: { id } }: RequestContext) {
  const feedback = await db.messageFeedback.findUnique({ where: { id } })
  return (feedback?.updatedAt ?? new Date(0)).toISOString()
}

export const feedbackMatrix = {
  bodies: {
    giveFeedback: () => ({ message_index: 1, rating: 'bad', reason: 'Too short', include_conversation: true }),
    updateFeedback: async (context) => ({ is_dealt_with: true, updated_at: await findUpdatedAt(context) }),
    createFeedbackRow: async (context) => ({
      updated_at: await findUpdatedAt(context),
      row: { kind: 'eval', dataset_id: (await createEvalSet(context)).id, question: 'How strong is hemp?', language: 'en' },
    }),
    summarizeFeedback: () => ({ time_zone: 'Asia/Taipei' }),
  },
  things: {
    'feedback of another': byId((world) => createFeedback(world, world.here.id)),
    'feedback of another tenant': byId((world) => createFeedback(world, world.elsewhere.id)),
  },
} satisfies MatrixPart

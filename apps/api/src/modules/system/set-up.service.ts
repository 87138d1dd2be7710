// What of a tenant is set up by its own people: what the seed made has no author, and its accounts have known emails.
import type { SetUp } from '@heddle/contracts/system/system'
import type { PrismaClient } from '@heddle/db/client'
import { cast } from '@heddle/seed/seed-data'
import type { Actor } from '../../platform/permissions/actor.ts'
import type { ModelService } from '../model/model.service.ts'

const seededEmails = cast.map(({ email }) => email)

type Dependencies = { readonly db: PrismaClient; readonly models: ModelService }

export type SetUpService = ReturnType<typeof createSetUpService>

export function createSetUpService({ db, models }: Dependencies) {
  /** Whether a model is offered that the demonstration model does not answer for. */
  async function hasModel(actor: Actor): Promise<boolean> {
    const [offered, isDemonstration] = await Promise.all([models.listModels(actor), models.isDemonstration()])
    return offered.some(({ endpoint }) => !(isDemonstration && endpoint.isFromEnvironment))
  }

  return {
    async findSetUp(actor: Actor): Promise<SetUp> {
      const { tenantId } = actor
      const [model, workflow, assistant, source, user, limit] = await Promise.all([
        hasModel(actor),
        db.workflowVersion.findFirst({ where: { workflow: { tenantId }, authorId: { not: null } }, select: { id: true } }),
        db.assistant.findFirst({ where: { tenantId, createdById: { not: null } }, select: { id: true } }),
        db.source.findFirst({ where: { collection: { tenantId }, createdById: { not: null } }, select: { id: true } }),
        db.user.findFirst({
          where: {
            tenantId,
            id: { not: actor.id },
            role: { not: 'S' },
            status: { not: 'deleted' },
            OR: [{ email: null }, { email: { notIn: seededEmails } }],
          },
          select: { id: true },
        }),
        db.usageLimitRule.findFirst({ where: { tenantId }, select: { id: true } }),
      ])
      return {
        model,
        workflow: workflow !== null,
        assistant: assistant !== null,
        knowledge: source !== null,
        people: user !== null,
        limits: limit !== null,
      }
    },
  }
}

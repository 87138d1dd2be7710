import { createAssistant } from '@heddle/db/factories/assistant'
import { createGroup } from '@heddle/db/factories/group'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { byId, type MatrixPart, revisionOf, type RequestContext } from '../part.ts'
import type { MatrixActor, MatrixWorld } from '../world.ts'

const openGroup = 'their group, for an assistant that is public'

/** A workflow that any user of the group's tenant may make an assistant of. */
async function createOpenWorkflow({ db, target }: RequestContext) {
  const { tenantId } = await db.group.findUniqueOrThrow({ where: { id: target.id } })
  return createWorkflow(db, { tenantId })
}

const createNew = async (world: MatrixWorld, actor: MatrixActor, isPublic: boolean) =>
  createAssistant(world.db, { tenantId: world.here.id, groupId: await world.createGroupOf(actor), isPublic })

export const assistantMatrix = {
  bodies: {
    createAssistant: async (context) => ({
      assistant: {
        name: { default: 'Weaver', ja: '織り手' },
        description: 'Weaves',
        workflow_id: (await createOpenWorkflow(context)).id,
        group_id: context.target.id,
        is_public: context.thing === openGroup,
        recommended_questions: [{ title: 'Reed', content: { default: 'What is a reed?' } }],
        user_prompt: 'Speak of looms.',
        color: 'teal',
        picture: 'data:image/png;base64,iVBORw0KGgo=',
      },
    }),
    updateAssistant: async ({ db, target: { id } }) => ({
      assistant: { name: 'Weaver', revision: await revisionOf(db.assistant.findUnique({ where: { id } })) },
    }),
  },
  things: {
    'public assistant': byId(async ({ assistants }) => assistants.public),
    'private assistant': byId(async ({ assistants }) => assistants.private),
    [openGroup]: byId(async (world, actor) => ({ id: await world.createGroupOf(actor) })),
    'a public assistant of their group': byId((world, actor) => createNew(world, actor, true)),
    'a private assistant of their group': byId((world, actor) => createNew(world, actor, false)),
    'a private assistant of their group, made by them': byId(async (world, actor) =>
      createAssistant(world.db, {
        tenantId: world.here.id,
        groupId: await world.createGroupOf(actor),
        createdById: actor.user.tenantId === world.here.id ? actor.user.id : null,
      }),
    ),
    'an assistant of another group of the tenant': byId(async (world) =>
      createAssistant(world.db, { tenantId: world.here.id, groupId: (await createGroup(world.db, { tenantId: world.here.id })).id }),
    ),
    'an assistant of another tenant': byId((world) => createAssistant(world.db, { tenantId: world.elsewhere.id, isPublic: true })),
  },
} satisfies MatrixPart

import { createPrompt } from '@heddle/db/factories/prompt'
import { createForm } from '../../files/form.ts'
import { byId, type MatrixPart, type RequestContext, revisionOf } from '../part.ts'
import type { MatrixActor, MatrixWorld } from '../world.ts'

/** The scope of the call: that of the group that it is about, or the tenant's, or the actor's own. */
function scopeOf({ thing, target: { id } }: RequestContext) {
  if (thing.includes('group')) return { scope: 'group', group_id: id }
  return { scope: thing === "their tenant's" ? 'tenant' : 'mine' }
}

/** The author where it may be one: of the tenant of the group. */
const authorOf = ({ here }: MatrixWorld, { user }: MatrixActor) => (user.tenantId === here.id ? user.id : null)

const createOfGroup = async (world: MatrixWorld, actor: MatrixActor, overrides: Parameters<typeof createPrompt>[1] = {}) =>
  createPrompt(world.db, { tenantId: world.here.id, groupId: await world.createGroupOf(actor), ...overrides })

export const promptMatrix = {
  queries: { importPrompts: '?scope=group&group_id=:id' },
  bodies: {
    createPrompt: (context) => ({
      prompt: {
        ...scopeOf(context),
        name: { default: 'Explain', ja: '説明' },
        description: 'Explains a standard',
        text: { default: 'Explain {{ standard }}' },
        tags: ['standard'],
        variables: [{ key: 'standard', label: 'Standard', type: 'choice', choices: ['ISO 2062'], default: 'ISO 2062', required: true }],
        assistant_id: null,
      },
    }),
    updatePrompt: async ({ db, target: { id } }) => ({
      revision: await revisionOf(db.prompt.findUnique({ where: { id } })),
      prompt: { name: 'Explain' },
    }),
    exportPrompts: (context) => ({ ...scopeOf(context), format: 'json' }),
  },
  forms: { importPrompts: () => createForm([{ name: 'prompts.csv', content: 'name,text\nExplain,Explain a standard\n' }]) },
  things: {
    'a prompt of their own': byId(({ db }, { user }) => createPrompt(db, { tenantId: user.tenantId, ownerId: user.id })),
    'an own prompt of another user': byId(async ({ db, here, createPerson }) =>
      createPrompt(db, { tenantId: here.id, ownerId: (await createPerson()).id }),
    ),
    'a prompt of their group': byId((world, actor) => createOfGroup(world, actor)),
    'a suggestion to their group': byId((world, actor) => createOfGroup(world, actor, { state: 'suggested' })),
    'a suggestion to their group, made by them': byId((world, actor) =>
      createOfGroup(world, actor, { state: 'suggested', createdById: authorOf(world, actor) }),
    ),
    'a prompt of the tenant': byId(({ db, here }) => createPrompt(db, { tenantId: here.id })),
    'a prompt of another tenant': byId(({ db, elsewhere }) => createPrompt(db, { tenantId: elsewhere.id })),
  },
} satisfies MatrixPart

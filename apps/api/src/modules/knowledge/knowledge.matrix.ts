import { createCollection } from '@heddle/db/factories/knowledge'
import { byId, type MatrixPart, type RequestContext, revisionOf } from '../../testing/matrix/part.ts'

const findRevision = ({ db, target: { id } }: RequestContext) => revisionOf(db.collection.findUnique({ where: { id } }))

export const knowledgeMatrix = {
  bodies: {
    createCollection: ({ target: { id } }) => ({ collection: { name: 'Standards', group_id: id } }),
    updateCollection: async (context) => ({ revision: await findRevision(context), collection: { name: 'Standards' } }),
  },
  things: {
    'a collection of the tenant': byId(({ db, here }) => createCollection(db, { tenantId: here.id })),
    'a collection of another tenant': byId(({ db, elsewhere }) => createCollection(db, { tenantId: elsewhere.id })),
  },
} satisfies MatrixPart

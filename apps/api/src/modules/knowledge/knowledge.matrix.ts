import { createCollection, createSource, createSourceVersion, type SourceOverrides } from '@heddle/db/factories/knowledge'
import { stat } from 'node:fs/promises'
import { createForm } from '../../testing/files/form.ts'
import type { MatrixWorld } from '../../testing/matrix/world.ts'
import { byId, type MatrixPart, type RequestContext, revisionOf } from '../../testing/matrix/part.ts'

const page = { kind: 'url', url: 'https://looms.example.org/' } as const

/** A source whose original is this program. */
async function createSourceOf({ api, db }: MatrixWorld, tenantId: string, overrides: SourceOverrides = {}) {
  const { id } = await createCollection(db, { tenantId })
  const { id: sourceId } = await createSource(db, { collectionId: id, state: 'failed', ...overrides })
  const storageKey = `${tenantId}/${sourceId}`
  await api.dependencies.files.put(storageKey, import.meta.filename)
  const { size: sizeBytes } = await stat(import.meta.filename)
  await createSourceVersion(db, { sourceId, storageKey, sizeBytes })
  return { id, sourceId, about: 'sourceId' } as const
}

const findSourceRevision = ({ db, target: { sourceId } }: RequestContext) =>
  revisionOf(db.source.findUnique({ where: { id: sourceId ?? '' } }))

const findRevision = ({ db, target: { id } }: RequestContext) => revisionOf(db.collection.findUnique({ where: { id } }))

export const knowledgeMatrix = {
  bodies: {
    createCollection: ({ target: { id } }) => ({ collection: { name: 'Standards', group_id: id } }),
    updateCollection: async (context) => ({ revision: await findRevision(context), collection: { name: 'Standards' } }),
    reindexCollection: () => ({ index: { chunk_tokens: 200 } }),
    createSource: () => ({ source: { kind: 'text', title: 'Fibres', text: 'Cotton shrinks.' } }),
    actOnSources: ({ target: { id, sourceId = id } }) => ({ source_ids: [sourceId], action: { action: 'retry' } }),
    updateSource: async (context) => ({ revision: await findSourceRevision(context), source: { title: 'Fibres' } }),
    searchCollection: () => ({ query: 'Cotton' }),
  },
  forms: {
    uploadSources: () => createForm([{ name: 'hemp.txt', content: 'Hemp is strong.' }]),
  },
  things: {
    'a source of the tenant': (world) => createSourceOf(world, world.here.id),
    'a web page of the tenant': (world) => createSourceOf(world, world.here.id, page),
    'a web page of another tenant': (world) => createSourceOf(world, world.elsewhere.id, page),
    'a source of another tenant': (world) => createSourceOf(world, world.elsewhere.id),
    'a collection of the tenant': byId(({ db, here }) => createCollection(db, { tenantId: here.id })),
    'a collection of another tenant': byId(({ db, elsewhere }) => createCollection(db, { tenantId: elsewhere.id })),
  },
} satisfies MatrixPart

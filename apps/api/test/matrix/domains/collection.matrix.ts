import {
  createCollection,
  createCollectionQuestion,
  createSource,
  createSourceVersion,
  type SourceOverrides,
} from '@heddle/db/factories/knowledge'
import { stat } from 'node:fs/promises'
import { describeManifest, packManifest } from '../../files/collection-file.ts'
import { createForm } from '../../files/form.ts'
import { indexSourceNow } from '../../knowledge/index-source-now.ts'
import type { MatrixWorld } from '../world.ts'
import { byId, type MatrixPart, type RequestContext, revisionOf } from '../part.ts'

const collectionFile = await packManifest(describeManifest([]), [])

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

/** A source whose text is searched, and can be read as it was parsed. */
async function indexSourceOf({ api, db }: MatrixWorld, tenantId: string) {
  const { id } = await createCollection(db, { tenantId })
  const indexed = await indexSourceNow(api.dependencies, { collectionId: id, text: 'Cotton shrinks.' })
  const lost = { sourceId: indexed.source.id, originalText: 'Flax rets.', enabled: false }
  const { id: editId } = await db.chunkEdit.create({ data: lost })
  return { id, sourceId: indexed.source.id, chunkId: indexed.chunks[0]?.id ?? '', editId } as const
}

/** A test question of a collection whose source was deleted. */
async function createQuestionOf({ db }: MatrixWorld, tenantId: string) {
  const { id } = await createCollection(db, { tenantId })
  const { id: questionId } = await createCollectionQuestion(db, { collectionId: id })
  return { id, questionId, about: 'questionId' } as const
}

/** A source whose only chunk was added. */
async function addChunkOf(world: MatrixWorld, tenantId: string) {
  const { id, sourceId, chunkId } = await indexSourceOf(world, tenantId)
  const edit = await world.db.chunkEdit.create({ data: { sourceId, text: 'Cotton shrinks.' } })
  await world.db.chunk.update({ where: { id: chunkId }, data: { editId: edit.id } })
  return { id, sourceId, chunkId, about: 'chunkId' } as const
}

const findSourceRevision = ({ db, target: { sourceId } }: RequestContext) =>
  revisionOf(db.source.findUnique({ where: { id: sourceId ?? '' } }))

const findRevision = ({ db, target: { id } }: RequestContext) => revisionOf(db.collection.findUnique({ where: { id } }))

export const collectionMatrix = {
  bodies: {
    createCollection: ({ target: { id } }) => ({ collection: { name: 'Standards', group_id: id } }),
    updateCollection: async (context) => ({ revision: await findRevision(context), collection: { name: 'Standards' } }),
    reindexCollection: () => ({ index: { chunk_tokens: 200 } }),
    createSource: () => ({ source: { kind: 'text', title: 'Fibres', text: 'Cotton shrinks.' } }),
    actOnSources: ({ target: { id, sourceId = id } }) => ({ source_ids: [sourceId], action: { action: 'retry' } }),
    createChunk: () => ({ chunk: { text: 'Wool felts.' } }),
    updateChunk: () => ({ chunk: { text: 'Cotton does not felt.' } }),
    updateSource: async (context) => ({ revision: await findSourceRevision(context), source: { title: 'Fibres' } }),
    updateSourceReading: async (context) => ({ revision: await findSourceRevision(context), reading: { encoding: 'windows-1252' } }),
    searchCollection: () => ({ query: 'Cotton' }),
    createCollectionQuestion: ({ target: { sourceId } }) => ({ question: { text: 'Does cotton shrink?', source_id: sourceId } }),
    updateCollectionQuestion: () => ({ revision: 0, question: { note: 'From the laboratory' } }),
    importCollectionQuestions: () => ({ csv: 'question,source\nDoes cotton shrink?,Unknown' }),
    runCollectionQuestions: () => ({ settings: [{ top_k: 5 }] }),
  },
  forms: {
    importCollection: () => createForm([{ name: 'standards.zip', content: collectionFile }]),
    uploadSources: () => createForm([{ name: 'hemp.txt', content: 'Hemp is strong.' }]),
  },
  queries: { importCollection: '?group_id=:id' },
  things: {
    'a source of the tenant': (world) => createSourceOf(world, world.here.id),
    'a web page of the tenant': (world) => createSourceOf(world, world.here.id, page),
    'a web page of another tenant': (world) => createSourceOf(world, world.elsewhere.id, page),
    'a source of another tenant': (world) => createSourceOf(world, world.elsewhere.id),
    'an indexed source of the tenant': async (world) => ({ ...(await indexSourceOf(world, world.here.id)), about: 'sourceId' }),
    'an indexed source of another tenant': async (world) => ({ ...(await indexSourceOf(world, world.elsewhere.id)), about: 'sourceId' }),
    'a chunk of the tenant': async (world) => ({ ...(await indexSourceOf(world, world.here.id)), about: 'chunkId' }),
    'a chunk of another tenant': async (world) => ({ ...(await indexSourceOf(world, world.elsewhere.id)), about: 'chunkId' }),
    'an added chunk of the tenant': (world) => addChunkOf(world, world.here.id),
    'an added chunk of another tenant': (world) => addChunkOf(world, world.elsewhere.id),
    'an edit of the tenant': async (world) => ({ ...(await indexSourceOf(world, world.here.id)), about: 'editId' }),
    'an edit of another tenant': async (world) => ({ ...(await indexSourceOf(world, world.elsewhere.id)), about: 'editId' }),
    'a test question of the tenant': (world) => createQuestionOf(world, world.here.id),
    'a test question of another tenant': (world) => createQuestionOf(world, world.elsewhere.id),
    'a collection of the tenant': byId(({ db, here }) => createCollection(db, { tenantId: here.id })),
    'a collection of another tenant': byId(({ db, elsewhere }) => createCollection(db, { tenantId: elsewhere.id })),
  },
} satisfies MatrixPart

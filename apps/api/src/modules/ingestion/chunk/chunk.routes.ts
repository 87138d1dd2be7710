import { createChunk, deleteChunk, discardChunkEdit, getSourcePage, queryChunks, updateChunk } from '@heddle/contracts/ingestion/chunk'
import type { App } from '../../../platform/http/app-instance.ts'
import { createDisconnectSignal } from '../../../platform/http/leaving.ts'
import { presentChunk, presentLostEdit, presentSourcePage } from './chunk.presenter.ts'
import type { ChunkService } from './chunk.service.ts'

export function chunkRoutes(app: App, chunks: ChunkService) {
  app.route({
    ...queryChunks,
    handler: async ({ actor, params, body }) => {
      const { chunks: found, total, lostEdits } = await chunks.queryChunks(actor, params.id, params.sourceId, body)
      return { chunks: found.map(presentChunk), total, lost_edits: lostEdits.map(presentLostEdit) }
    },
  })

  app.route({
    ...getSourcePage,
    handler: async ({ actor, params, query }) => {
      const { page, chunks: placed } = await chunks.getSourcePage(actor, params.id, params.sourceId, params.page)
      return { page: presentSourcePage(page, query.at ?? 0, placed) }
    },
  })

  app.route({
    ...createChunk,
    handler: async ({ actor, params, body }, reply) => ({
      chunk: presentChunk(await chunks.createChunk(actor, params.id, params.sourceId, body.chunk.text, createDisconnectSignal(reply))),
    }),
  })

  app.route({
    ...updateChunk,
    handler: async ({ actor, params, body }, reply) => ({
      chunk: presentChunk(await chunks.updateChunk(actor, params.id, params.sourceId, params.chunkId, body, createDisconnectSignal(reply))),
    }),
  })

  app.route({
    ...deleteChunk,
    handler: async ({ actor, params }) => {
      await chunks.deleteChunk(actor, params.id, params.sourceId, params.chunkId)
      return { success: true as const }
    },
  })

  app.route({
    ...discardChunkEdit,
    handler: async ({ actor, params }) => {
      await chunks.discardChunkEdit(actor, params.id, params.sourceId, params.editId)
      return { success: true as const }
    },
  })
}

import { createModel, createModelEndpoint } from '@heddle/db/factories/model'
import { randomUUID } from 'node:crypto'
import { byId, type MatrixPart, revisionOf } from '../part.ts'

export const modelMatrix = {
  bodies: {
    createModelEndpoint: () => ({
      endpoint: {
        name: randomUUID(),
        base_url: 'http://127.0.0.1:9/v1',
        api_key: 'sk-0123456789abcdefgh',
        kind: 'vllm',
        purposes: ['chat'],
        timeouts: { first_token: 30, between_tokens: 30, total: 300 },
        max_concurrent: 4,
        enabled: true,
      },
    }),
    updateModelEndpoint: async ({ db, target: { id } }) => ({
      endpoint: { max_concurrent: 8, timeouts: { first_token: 30, between_tokens: 30, total: 300 } },
      revision: await revisionOf(db.modelEndpoint.findUnique({ where: { id } })),
    }),
    createModel: ({ target: { id } }) => ({
      model: {
        endpoint_id: id,
        name: randomUUID(),
        upstream_name: 'upstream',
        kind: 'chat',
        context_tokens: 8_192,
        max_output_tokens: 1_024,
        capabilities: { images: 'yes' },
        embedding: { batch_size: 16 },
        reasoning_format: 'auto',
        refused_parameters: ['temperature'],
        fallback_model_id: null,
        prices: [{ valid_from: '2026-11-22T00:00:00Z', currency: 'TWD', input: '10', cached_input: '1.5', output: '30' }],
        enabled: true,
      },
    }),
    updateModel: async ({ db, target: { id } }) => ({
      model: { context_tokens: 8_192, capabilities: { reasoning: 'no' } },
      revision: await revisionOf(db.model.findUnique({ where: { id } })),
    }),
    reorderModels: ({ target: { id } }) => ({ model_ids: [id] }),
  },
  things: {
    'an endpoint of the tenant': byId(({ db, here }) => createModelEndpoint(db, { tenantId: here.id })),
    'an endpoint of another tenant': byId(({ db, elsewhere }) => createModelEndpoint(db, { tenantId: elsewhere.id })),
    'a model of the tenant': byId(async ({ db, here }) =>
      createModel(db, { tenantId: here.id, endpointId: (await createModelEndpoint(db, { tenantId: here.id })).id }),
    ),
    'a model of another tenant': byId(({ db, elsewhere }) => createModel(db, { tenantId: elsewhere.id })),
  },
} satisfies MatrixPart

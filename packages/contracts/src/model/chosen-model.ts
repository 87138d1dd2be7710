// The models as users choose them.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { schemaIds } from '../schema-ids.ts'
import { Id, Line } from '../wire.ts'

/** A model as its choosers see it; where it runs and with which key stays on the server. */
export const Model = z.object({
  id: Id,
  name: z.string(),
  is_default: z.boolean(),
  /** True while the built-in demonstration model answers in its place. */
  is_demonstration: z.boolean(),
  /** Whether it is given the images of a message. */
  reads_images: z.boolean(),
})
export type Model = z.infer<typeof Model>
schemaIds.add(Model, { id: 'Model' })

/** How a request names a model: by id or by name. */
export const ModelReference = z.strictObject({ id: Id.optional(), name: Line.min(1).max(200).optional() })
export type ModelReference = z.infer<typeof ModelReference>
schemaIds.add(ModelReference, { id: 'ModelReference' })

export const listModels = {
  method: 'GET',
  url: '/api/v1/model',
  schema: {
    summary: 'The models that the actor may choose; with an assistant, or a workflow to make one of, those that the workflow permits',
    querystring: z
      .strictObject({ assistant_id: Id.optional(), workflow_id: Id.optional() })
      .refine(({ assistant_id: assistant, workflow_id: workflow }) => !assistant || !workflow, 'Either an assistant or a workflow'),
    response: { 200: z.object({ models: z.array(Model) }) },
  },
  config: { policy: 'signed_in', errors: ['ASSISTANT_NOT_FOUND', 'WORKFLOW_NOT_FOUND'] },
} as const satisfies Endpoint

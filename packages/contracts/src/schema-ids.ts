// The names that schemas have in the OpenAPI document: what a generated client calls its types. Not zod's own registry, by whose ids
// `z.toJSONSchema` writes references, also where a schema is sent to the web by itself.
import { z } from 'zod'

export const schemaIds = z.registry<{ id: string }>()

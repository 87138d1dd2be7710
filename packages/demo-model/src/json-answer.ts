// An answer that a server makes to fit a JSON Schema: the shortest that does.
import { z } from 'zod'

/** The part of a JSON Schema that is understood. */
export type JsonSchema = {
  readonly type?: string | readonly string[] | undefined
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined
  readonly enum?: readonly unknown[] | undefined
}

export const JsonSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.looseObject({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    properties: z.record(z.string(), JsonSchema).optional(),
    enum: z.array(z.unknown()).optional(),
  }),
)

/** Returns a value of the schema's type; its texts are `text`. */
export function createJsonAnswer({ type, properties = {}, enum: allowed }: JsonSchema, text: string): unknown {
  if (allowed) return allowed[0]
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, createJsonAnswer(schema, text)]))
    case 'array':
      return []
    case 'number':
    case 'integer':
      return 1
    case 'boolean':
      return true
    default:
      return text
  }
}

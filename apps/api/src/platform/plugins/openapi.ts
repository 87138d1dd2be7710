// Serves the OpenAPI document of the contracts. It contains no secrets and is public, so that tools can read it.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { schemaIds } from '@heddle/contracts/schema-ids'
import plugin from 'fastify-plugin'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { App } from '../http/app-instance.ts'
import { findEndpointName } from '../http/endpoint-name.ts'
import { completeDocument } from '../http/openapi-document.ts'

type OpenApiOptions = { readonly title: string; readonly version: string; readonly withPage: boolean }

const transformSchema = createJsonSchemaTransform({ schemaRegistry: schemaIds })
const addComponents = createJsonSchemaTransformObject({ schemaRegistry: schemaIds })

export const openApiPlugin = plugin<OpenApiOptions>(
  async (app, { title, version, withPage }) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: { title, version },
        servers: [{ url: '/' }],
        components: { securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      },
      convertConstToEnum: false,
      transform: ({ schema, url, route, ...document }) => {
        const { policy, form } = route.config ?? {}
        const body = form && { body: form, consumes: ['multipart/form-data'] }
        const transformed = transformSchema({ ...document, route, url, schema: { ...schema, ...body } })
        // Of `/api/v1/chat/:id` it is `chat`.
        const { tags = url.split('/').slice(3, 4) } = schema ?? {}
        const security = policy === 'public' ? [] : [{ session: [] }]
        return { url, schema: { ...transformed.schema, tags, security, operationId: findEndpointName(String(route.method), url) } }
      },
      transformObject: (document) => completeDocument(addComponents(document) as Partial<OpenAPIV3_1.Document>),
    })
    if (withPage) await app.register(swaggerUi, { routePrefix: '/api/v1/docs', staticCSP: true })
  },
  { name: 'openapi' },
)

/** Serves the document, which is serialized on the first request. */
export function openApiRoute(app: App) {
  let document: string | undefined
  app.route({
    method: 'GET',
    url: '/api/v1/openapi.json',
    schema: { hide: true },
    config: { policy: 'public' },
    handler: async (_request, reply) => {
      document ??= JSON.stringify(app.swagger())
      return reply.type('application/json; charset=utf-8').send(document)
    },
  })
}

// The reference of the API, made from the contracts. It holds nothing secret, so that tools may read it without a session.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import plugin from 'fastify-plugin'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

type OpenApiOptions = { readonly title: string; readonly version: string; readonly withPage: boolean }

export const openApiPlugin = plugin<OpenApiOptions>(
  async (app, { title, version, withPage }) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: { title, version },
        components: { securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      },
      transform: ({ route, ...document }) => {
        const { schema, url } = jsonSchemaTransform({ route, ...document })
        return { schema: route.config?.policy === 'signed_in' ? { ...schema, security: [{ session: [] }] } : schema, url }
      },
    })
    if (withPage) await app.register(swaggerUi, { routePrefix: '/api/v1/docs', staticCSP: true })
  },
  { name: 'openapi' },
)

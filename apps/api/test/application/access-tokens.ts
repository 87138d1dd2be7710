// Access tokens for what runs beside the application and signs people in without a form: journeys and measurements.
import fastify from 'fastify'
import { deriveKeys } from '@heddle/security/keys'
import { accessTokensPlugin } from '../../src/platform/plugins/access-tokens.ts'

/** Returns what an application with this secret key issues tokens with. */
export async function createTokenIssuer(secretKey: string) {
  const app = fastify()
  await app.register(accessTokensPlugin, { key: deriveKeys(secretKey).accessToken, now: () => new Date() })
  return app.accessTokens.issue
}

import { beginOidcLogin, externalLogin, finishOidcLogin } from '@heddle/contracts/people/auth'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../../http/app-instance.ts'
import { presentTokenPair } from '../session.presenter.ts'
import type { ExternalLoginService } from './external-login.service.ts'
import { loginFlowSeconds } from './login-flow.ts'

const originOf = ({ ip, headers, hostname }: Pick<FastifyRequest, 'ip' | 'headers' | 'hostname'>) => ({
  address: ip,
  userAgent: headers['user-agent'],
  hostname,
})

const cookieOf = (product: string) => ({ name: `heddle_login_${product}`, path: `/api/v1/auth/${product}` })

export function externalLoginRoutes(app: App, externalLogins: ExternalLoginService, publicOrigin: string | undefined) {
  app.route({
    ...externalLogin,
    handler: async (request) =>
      presentTokenPair(app.accessTokens, await externalLogins.externalLogin(request.params.product, request.body, originOf(request))),
  })

  app.route({
    ...beginOidcLogin,
    handler: async ({ params: { product }, body, protocol, host, hostname }, reply) => {
      const origin = publicOrigin ?? `${protocol}://${host}`
      const { url, cookie } = await externalLogins.beginOidcLogin(product, body.next, origin, hostname)
      const { name, path } = cookieOf(product)
      const secure = origin.startsWith('https:')
      reply.setCookie(name, cookie, { path, httpOnly: true, sameSite: 'lax', secure, maxAge: loginFlowSeconds })
      reply.header('cache-control', 'no-store')
      return { authorization_url: url }
    },
  })

  app.route({
    ...finishOidcLogin,
    handler: async (request, reply) => {
      const { product } = request.params
      const { name, path } = cookieOf(product)
      reply.clearCookie(name, { path })
      const cookie = request.cookies[name]
      const { grant, next } = await externalLogins.finishOidcLogin(product, request.body.parameters, cookie, originOf(request))
      return { ...presentTokenPair(app.accessTokens, grant), next }
    },
  })
}

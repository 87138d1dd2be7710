import { beginOidcLogin, externalLogin, finishOidcLogin } from '@heddle/contracts/auth/auth'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { App } from '../../../platform/http/app-instance.ts'
import { readSignInOrigin, setBrowserCookie } from '../browser-cookie.ts'
import { presentSignIn } from '../second-factor/second-factor.presenter.ts'
import type { ExternalLoginService } from './external-login.service.ts'
import { loginFlowSeconds } from './login-flow.ts'

const maxFlowsPerBrowser = 8
const flowCookie = /^heddle_login_[\w-]{43}$/

/** A cookie for each flow: of two tabs that sign in at once, one must not replace what the other needs. The path has the product. */
const toCookieName = (state: string) => `heddle_login_${createHash('sha256').update(state).digest('base64url')}`

const toCookiePath = (product: string) => `/api/v1/auth/${product}`

/** Flows that were abandoned would fill the request's headers. Browsers send the oldest cookies first (RFC 6265, section 5.4). */
function dropOldestFlows({ cookies }: FastifyRequest, reply: FastifyReply, path: string) {
  const open = Object.keys(cookies).filter((name) => flowCookie.test(name))
  for (const name of open.slice(0, Math.max(0, open.length + 1 - maxFlowsPerBrowser))) reply.clearCookie(name, { path })
}

export function externalLoginRoutes(app: App, externalLogins: ExternalLoginService, publicOrigin: string | undefined) {
  app.route({
    ...externalLogin,
    handler: async (request, reply) => {
      const { outcome, browser } = await externalLogins.externalLogin(request.params.product, request.body, readSignInOrigin(request))
      setBrowserCookie(request, reply, browser)
      return presentSignIn(app.accessTokens, outcome)
    },
  })

  app.route({
    ...beginOidcLogin,
    handler: async (request, reply) => {
      const { params, body, protocol, host, hostname } = request
      const { product } = params
      const origin = publicOrigin ?? `${protocol}://${host}`
      const { url, state, cookie } = await externalLogins.beginOidcLogin(product, body.next, origin, hostname)
      const path = toCookiePath(product)
      const secure = origin.startsWith('https:')
      dropOldestFlows(request, reply, path)
      reply.setCookie(toCookieName(state), cookie, { path, httpOnly: true, sameSite: 'lax', secure, maxAge: loginFlowSeconds })
      reply.header('cache-control', 'no-store')
      return { authorization_url: url }
    },
  })

  app.route({
    ...finishOidcLogin,
    handler: async (request, reply) => {
      const { product } = request.params
      const { parameters } = request.body
      const name = toCookieName(parameters.state ?? '')
      reply.clearCookie(name, { path: toCookiePath(product) })
      const { outcome, next } = await externalLogins.finishOidcLogin(product, parameters, request.cookies[name], readSignInOrigin(request))
      return { ...presentSignIn(app.accessTokens, outcome), next }
    },
  })
}

import {
  beginPasskeyAtSignIn,
  beginPasskeyLogin,
  beginPasskeyVerification,
  beginTotpAtSignIn,
  finishPasskeyAtSignIn,
  finishTotpAtSignIn,
  passkeyLogin,
  verifySecondFactor,
} from '@heddle/contracts/auth/second-factor'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../../platform/http/app-instance.ts'
import { readSignInOrigin, setBrowserCookie } from '../browser-cookie.ts'
import { presentTokenPair } from '../session.presenter.ts'
import type { TokenGrant } from '../session.service.ts'
import { challengeSeconds } from './challenge.sql.ts'
import type { Enrolled } from './enrolment.ts'
import { presentFactor } from './second-factor.presenter.ts'
import type { PasskeyLogins } from './passkey-login.service.ts'
import type { SignInSteps } from './sign-in-step.service.ts'

export function signInStepRoutes(
  app: App,
  { steps, passkeyLogins }: { readonly steps: SignInSteps; readonly passkeyLogins: PasskeyLogins },
) {
  app.route({
    ...verifySecondFactor,
    handler: async (request, reply) => {
      const { challenge_id, ...proof } = request.body
      const { grant, browser } = await steps.verifySecondFactor(challenge_id, proof, readSignInOrigin(request))
      setBrowserCookie(request, reply, browser)
      return presentTokenPair(app.accessTokens, grant)
    },
  })

  app.route({
    ...beginPasskeyVerification,
    handler: async (request) => ({
      options: await steps.beginPasskeyVerification(request.body.challenge_id, readSignInOrigin(request)),
    }),
  })

  app.route({
    ...beginPasskeyLogin,
    handler: async (request) => {
      const { challengeId, options } = await passkeyLogins.beginPasskeyLogin(readSignInOrigin(request))
      return { challenge_id: challengeId, options, expires_in: challengeSeconds }
    },
  })

  app.route({
    ...passkeyLogin,
    handler: async (request, reply) => {
      const { challenge_id, passkey } = request.body
      const { grant, browser } = await passkeyLogins.passkeyLogin(challenge_id, passkey, readSignInOrigin(request))
      setBrowserCookie(request, reply, browser)
      return presentTokenPair(app.accessTokens, grant)
    },
  })

  app.route({
    ...beginTotpAtSignIn,
    handler: async ({ body }) => {
      const { secret, uri } = await steps.beginTotpAtSignIn(body.challenge_id)
      return { challenge_id: body.challenge_id, secret, otpauth_uri: uri, expires_in: challengeSeconds }
    },
  })

  const presentEnrolled = (request: FastifyRequest, { grant, enrolled }: { grant: TokenGrant; enrolled: Enrolled }) => ({
    factor: presentFactor(enrolled.factor, steps.findSite(readSignInOrigin(request)).rpId),
    recovery_codes: enrolled.recoveryCodes,
    tokens: presentTokenPair(app.accessTokens, grant),
  })

  app.route({
    ...finishTotpAtSignIn,
    handler: async (request, reply) => {
      const { challenge_id, totp, name } = request.body
      const { browser, ...finished } = await steps.finishTotpAtSignIn(challenge_id, totp, name, readSignInOrigin(request))
      setBrowserCookie(request, reply, browser)
      return presentEnrolled(request, finished)
    },
  })

  app.route({
    ...beginPasskeyAtSignIn,
    handler: async (request) => {
      const { challenge_id } = request.body
      const options = await steps.beginPasskeyAtSignIn(challenge_id, readSignInOrigin(request))
      return { challenge_id, options, expires_in: challengeSeconds }
    },
  })

  app.route({
    ...finishPasskeyAtSignIn,
    handler: async (request, reply) => {
      const { challenge_id, passkey, name } = request.body
      const { browser, ...finished } = await steps.finishPasskeyAtSignIn(challenge_id, passkey, name, readSignInOrigin(request))
      setBrowserCookie(request, reply, browser)
      return presentEnrolled(request, finished)
    },
  })
}

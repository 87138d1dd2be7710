import {
  acknowledgeFactorReset,
  beginPasskeyEnrolment,
  beginStepUp,
  beginTotpEnrolment,
  deleteSecondFactor,
  finishPasskeyEnrolment,
  finishTotpEnrolment,
  getSecondFactors,
  renameSecondFactor,
  replaceRecoveryCodes,
  stepUp,
} from '@heddle/contracts/auth/second-factor'
import type { App } from '../../../platform/http/app-instance.ts'
import { readSignInOrigin } from '../browser-cookie.ts'
import { challengeSeconds } from './challenge.sql.ts'
import type { Enrolled } from './enrolment.ts'
import { findPasskeySite, type RequestedAddress } from '../../../platform/security/passkey-site.ts'
import { presentFactor } from './second-factor.presenter.ts'
import type { SecondFactorService } from './second-factor.service.ts'
import type { StepUpService } from './step-up.service.ts'

type SecondFactorServices = { readonly secondFactors: SecondFactorService; readonly stepUps: StepUpService }

export function secondFactorRoutes(app: App, { secondFactors, stepUps }: SecondFactorServices, publicOrigin: string | undefined) {
  const findSite = (request: RequestedAddress) => findPasskeySite(publicOrigin, request)

  const presentEnrolled = (request: RequestedAddress, { factor, recoveryCodes }: Enrolled) => ({
    factor: presentFactor(factor, findSite(request).rpId),
    recovery_codes: recoveryCodes,
  })

  app.route({
    ...getSecondFactors,
    handler: async (request) => {
      const { rows, codes } = await secondFactors.getSecondFactors(request.actor)
      const { rpId, obstacle } = findSite(request)
      return { factors: rows.map((row) => presentFactor(row, rpId)), recovery_codes_left: codes, passkey_obstacle: obstacle }
    },
  })

  app.route({
    ...beginTotpEnrolment,
    handler: async ({ actor }) => {
      const { challengeId, secret, uri } = await secondFactors.beginTotpEnrolment(actor)
      return { challenge_id: challengeId, secret, otpauth_uri: uri, expires_in: challengeSeconds }
    },
  })

  app.route({
    ...finishTotpEnrolment,
    handler: async (request) => {
      const { challenge_id, totp, name } = request.body
      return presentEnrolled(request, await secondFactors.finishTotpEnrolment(request.actor, challenge_id, totp, name))
    },
  })

  app.route({
    ...beginPasskeyEnrolment,
    handler: async (request) => {
      const { challengeId, options } = await secondFactors.beginPasskeyEnrolment(request.actor, findSite(request))
      return { challenge_id: challengeId, options, expires_in: challengeSeconds }
    },
  })

  app.route({
    ...finishPasskeyEnrolment,
    handler: async (request) => {
      const { challenge_id, passkey, name } = request.body
      const site = findSite(request)
      return presentEnrolled(request, await secondFactors.finishPasskeyEnrolment(request.actor, challenge_id, passkey, name, site))
    },
  })

  app.route({
    ...renameSecondFactor,
    handler: async (request) => {
      const { actor, params, body } = request
      const factor = await secondFactors.renameSecondFactor(actor, params.id, body.name)
      return { factor: presentFactor(factor, findSite(request).rpId) }
    },
  })

  app.route({
    ...deleteSecondFactor,
    handler: async ({ actor, params }) => {
      await secondFactors.deleteSecondFactor(actor, params.id)
      return { success: true as const }
    },
  })

  app.route({
    ...replaceRecoveryCodes,
    handler: async ({ actor }) => ({ recovery_codes: await secondFactors.replaceRecoveryCodes(actor) }),
  })

  app.route({
    ...acknowledgeFactorReset,
    handler: async ({ actor }) => {
      await secondFactors.acknowledgeFactorReset(actor)
      return { success: true as const }
    },
  })

  app.route({
    ...beginStepUp,
    handler: async (request) => {
      const { methods, passkey } = await stepUps.beginStepUp(request.actor, findSite(request))
      return { methods, passkey: passkey && { challenge_id: passkey.challengeId, options: passkey.options } }
    },
  })

  app.route({
    ...stepUp,
    handler: async (request) => {
      await stepUps.stepUp(request.actor, request.body, readSignInOrigin(request), findSite(request))
      return { success: true as const }
    },
  })
}

// Signing in with what services outside know: an id and a password, or a visit to an OpenID provider.
import type { FastifyBaseLogger } from 'fastify'
import { toOwnPath } from '@heddle/contracts/own-path'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { ExternalLogin, OidcLogin } from '@heddle/config/external-logins'
import type { TenantService } from '../../tenant/tenant.service.ts'
import type { LoginThrottle } from '../../../platform/security/login-throttle.ts'
import type { PasswordSignIn } from '../auth.service.ts'
import type { SignInOutcome, SignInSteps } from '../second-factor/sign-in-step.service.ts'
import type { SignInLog, SignInOrigin, SignInUser } from '../sign-in-log.ts'
import type { LoginMethods } from '../../tenant/login-methods.service.ts'
import { askDirectory } from './ldap-login.ts'
import type { LoginFlows } from './login-flow.ts'
import { askMemberService } from './member-login.ts'
import { createOidcClient, isOidcRefusal, type OidcClient } from './oidc-login.ts'
import type { Provisioning } from './provisioning.ts'

type ExternalLoginDependencies = {
  readonly loginMethods: LoginMethods
  readonly tenants: TenantService
  readonly provisioning: Provisioning
  readonly steps: SignInSteps
  readonly throttle: LoginThrottle
  readonly signIns: SignInLog
  readonly flows: LoginFlows
  readonly now: () => Date
  readonly log: FastifyBaseLogger
}

/** A service may take ids for the same that differ in case, width, accents, spaces or in invisible characters: they are slowed down as one. */
const throttledId = (id: string) =>
  id
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cc}\p{Cf}\s]/gu, '')
    .toUpperCase()

/** What may be told of a failure: what libraries say may quote what was sent. */
const formatName = (error: unknown) => {
  if (!(error instanceof Error)) return 'unknown'
  const { code, cause } = error as Error & { code?: unknown }
  return [error.name, code, (cause as { code?: unknown } | undefined)?.code].filter((part) => typeof part === 'string').join(' ')
}

export type ExternalLoginService = ReturnType<typeof createExternalLoginService>

export function createExternalLoginService(dependencies: ExternalLoginDependencies) {
  const { loginMethods, tenants, provisioning, steps, throttle, signIns, flows, now, log } = dependencies
  const clients = new Map<string, OidcClient>()

  function getClient(login: OidcLogin): OidcClient {
    const client = clients.get(login.key) ?? createOidcClient(login, now)
    clients.set(login.key, client)
    return client
  }

  async function getLogin(product: string, hostname: string) {
    const tenant = await tenants.findByHostname(hostname)
    const logins = tenant && !tenant.hiddenLogins.includes(product) ? await loginMethods.findExternalLogins(tenant) : []
    const login = logins.find(({ key }) => key === product)
    if (!tenant || !login) throw new AppError('AUTH_EXTERNAL_LOGIN_NOT_FOUND')
    return { tenantId: tenant.id, login, trustsFactor: tenant.trustedFactorLogins.includes(product) }
  }

  function createUnavailableError({ key, type }: ExternalLogin, cause: unknown) {
    log.warn({ provider: key, type, failure: formatName(cause) }, 'External sign-in could not be asked')
    return new AppError('AUTH_EXTERNAL_LOGIN_UNAVAILABLE', { cause: new Error(formatName(cause)) })
  }

  async function getOidcLogin(product: string, hostname: string) {
    const { tenantId, login, trustsFactor } = await getLogin(product, hostname)
    if (login.type !== 'oidc') throw new AppError('AUTH_EXTERNAL_LOGIN_NOT_FOUND')
    return { tenantId, login, trustsFactor }
  }

  return {
    async externalLogin(product: string, body: { mem_id: string; mem_password: string }, origin: SignInOrigin): Promise<PasswordSignIn> {
      let user: SignInUser | null = null
      try {
        const { tenantId, login } = await getLogin(product, origin.hostname)
        if (login.type === 'oidc') throw new AppError('AUTH_EXTERNAL_LOGIN_NOT_FOUND')
        const name = JSON.stringify([tenantId, product, throttledId(body.mem_id)])
        const found = await throttle.attempt([name], origin, async () => {
          const asked =
            login.type === 'member'
              ? askMemberService(login, body.mem_id, body.mem_password)
              : askDirectory(login, body.mem_id, body.mem_password)
          const person = await asked.catch((error: unknown) => {
            throw createUnavailableError(login, error)
          })
          if (!person) throw new AppError('AUTH_LOGIN_FAILED')
          const provisioned = await provisioning.provision(tenantId, product, person)
          user = provisioned
          if (provisioned.status !== 'active') throw new AppError('AUTH_LOGIN_FAILED')
          return provisioned
        })
        const outcome = await steps.finishFirstStep({ user: found, origin, action: 'externalLogin', provider: product })
        return { outcome, browser: throttle.markBrowser(name, origin.browser) }
      } catch (error) {
        return signIns.refuse('externalLogin', origin, user, error)
      }
    },

    /** Where to send the browser, what its cookie has to keep, and by which state it will find that again. */
    async beginOidcLogin(product: string, next: string | undefined, applicationOrigin: string, hostname: string) {
      const { login } = await getOidcLogin(product, hostname)
      const redirectUri = `${applicationOrigin}/login/sso/${product}`
      const { url, ...secrets } = await getClient(login)
        .begin(redirectUri)
        .catch((error: unknown) => {
          throw createUnavailableError(login, error)
        })
      return { url, state: secrets.state, cookie: await flows.seal(product, { ...secrets, redirectUri, next: toOwnPath(next) }) }
    },

    async finishOidcLogin(
      product: string,
      parameters: Readonly<Record<string, string>>,
      cookie: string | undefined,
      origin: SignInOrigin,
    ): Promise<{ outcome: SignInOutcome; next: string | null }> {
      let user: SignInUser | null = null
      try {
        const { tenantId, login, trustsFactor } = await getOidcLogin(product, origin.hostname)
        const flow = cookie === undefined ? null : await flows.open(product, cookie)
        if (!flow) throw new AppError('AUTH_EXTERNAL_LOGIN_REFUSED')
        const { person, groupClaimProblem, hasShownFactor } = await getClient(login)
          .finish(flow, parameters)
          .catch((error: unknown) => {
            if (!isOidcRefusal(error)) throw createUnavailableError(login, error)
            log.info({ provider: product, failure: formatName(error) }, 'External sign-in was refused')
            throw new AppError('AUTH_EXTERNAL_LOGIN_REFUSED')
          })
        if (groupClaimProblem) {
          log.warn({ provider: product, ...groupClaimProblem }, 'External sign-in said nothing of groups')
          loginMethods.noteGroupClaimProblem(product, groupClaimProblem)
        }
        const found = await provisioning.provision(tenantId, product, person)
        user = found
        if (found.status !== 'active') throw new AppError('AUTH_EXTERNAL_LOGIN_REFUSED')
        const step = { user: found, origin, action: 'finishOidcLogin', provider: product } as const
        return { outcome: await steps.finishFirstStep(step, trustsFactor && hasShownFactor), next: flow.next }
      } catch (error) {
        return signIns.refuse('finishOidcLogin', origin, user, error)
      }
    },
  }
}

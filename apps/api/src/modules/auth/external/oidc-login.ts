// Talks to an OpenID provider: authorisation code with PKCE, state and nonce (OpenID Connect Core 1.0, section 3.1).
import * as client from 'openid-client'
import type { OidcLogin } from '@heddle/config/external-logins'
import type { GroupClaimProblem } from '@heddle/contracts/tenant/tenant'
import { type ExternalPerson, readPerson } from './external-person.ts'
import { readGroupClaim } from './group-claim.ts'
import { readLimitedBody } from './limited-body.ts'
import type { LoginFlow } from './login-flow.ts'

const discoveryIsKeptMs = 10 * 60_000
const toleratedClockSkewSeconds = 60

/** What the library throws when a provider cannot be reached or does not speak the protocol; all else is a refusal. */
const outages = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
])

/** Whether the provider, or we, said no; else it could not be asked. */
export function isOidcRefusal(error: unknown) {
  if (error instanceof client.AuthorizationResponseError) return error.error !== 'server_error' && error.error !== 'temporarily_unavailable'
  if (error instanceof client.ResponseBodyError) return error.status < 500
  return error instanceof client.ClientError && !outages.has(error.code ?? '')
}

/** Values of `acr` that say so: OpenID's own for keys that cannot be phished, and the profile of research federations. */
const multiFactorContexts: ReadonlySet<unknown> = new Set(['phr', 'phrh', 'https://refeds.org/profile/mfa'])

/** Only the ID token counts, which is signed; `amr` as of RFC 8176. */
const saysMultiFactor = ({ amr, acr }: Readonly<Record<string, unknown>>) =>
  (Array.isArray(amr) && amr.includes('mfa')) || multiFactorContexts.has(acr)

async function fetchLimited(url: string, options: client.CustomFetchOptions) {
  const answer = await fetch(url, options)
  const body = await readLimitedBody(answer)
  const mayHaveBody = answer.status !== 204 && answer.status !== 205 && answer.status !== 304
  return new Response(mayHaveBody ? body : null, { status: answer.status, statusText: answer.statusText, headers: answer.headers })
}

type SignedInPerson = {
  readonly person: ExternalPerson
  readonly groupClaimProblem: Pick<GroupClaimProblem, 'claim' | 'reason'> | null
  /** Whether the provider says that it asked for more than one factor. */
  readonly hasShownFactor: boolean
}

export type OidcClient = ReturnType<typeof createOidcClient>

export function createOidcClient(login: OidcLogin, now: () => Date) {
  const issuer = new URL(login.issuer)
  let known: { readonly until: number; readonly configuration: Promise<client.Configuration> } | undefined

  /** The provider's addresses and keys, asked for again after a while: they change without a word. */
  function discover(): Promise<client.Configuration> {
    const at = now().getTime()
    if (known && known.until > at) return known.configuration
    const configuration = client.discovery(
      issuer,
      login.client_id,
      { [client.clockTolerance]: toleratedClockSkewSeconds, ...(login.client_secret && { client_secret: login.client_secret }) },
      login.client_secret ? undefined : client.None(),
      {
        timeout: login.timeout_seconds,
        [client.customFetch]: fetchLimited,
        execute: [
          // By itself the library takes the TLS of the token endpoint for the signature of the ID token.
          client.enableNonRepudiationChecks,
          // EXTERNAL_LOGINS has an http: issuer on loopback or by the operator's word only.
          ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
        ],
      },
    )
    const found = { until: at + discoveryIsKeptMs, configuration }
    known = found
    // A failure is not kept.
    configuration.catch(() => {
      if (known === found) known = undefined
    })
    return configuration
  }

  return {
    async begin(redirectUri: string) {
      const configuration = await discover()
      const [verifier, state, nonce] = [client.randomPKCECodeVerifier(), client.randomState(), client.randomNonce()]
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: login.scopes.join(' '),
        response_type: 'code',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
      return { url: url.href, verifier, state, nonce }
    },

    /** The person; throws what `isOidcRefusal` judges. */
    async finish(flow: LoginFlow, parameters: Readonly<Record<string, string>>): Promise<SignedInPerson> {
      const configuration = await discover()
      const url = new URL(flow.redirectUri)
      url.search = new URLSearchParams(parameters).toString()
      const tokens = await client.authorizationCodeGrant(configuration, url, {
        pkceCodeVerifier: flow.verifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
      })
      const proven = tokens.claims()
      if (!proven) throw new Error('The provider gave no ID token')
      const isAsked = configuration.serverMetadata().userinfo_endpoint !== undefined
      const more: Readonly<Record<string, unknown>> = isAsked
        ? await client.fetchUserInfo(configuration, tokens.access_token, proven.sub)
        : {}
      const said: Readonly<Record<string, unknown>> = { ...more, ...proven }
      const { claims, groups } = login
      const at = (claim: string | undefined) => (claim === undefined ? undefined : said[claim])
      const named = groups ? readGroupClaim([more, proven], groups.claim) : []
      const reason = typeof named === 'string' ? named : null
      const person = readPerson(
        {
          subject: proven.sub,
          name: at(claims.name),
          email: at(claims.email),
          account: at(claims.account),
          language: at(claims.language),
          groups: reason === null ? named : null,
        },
        groups,
      )
      if (!person) throw new Error('The provider did not say who it is')
      return {
        person,
        groupClaimProblem: groups && reason ? { claim: groups.claim, reason } : null,
        hasShownFactor: saysMultiFactor(proven),
      }
    },
  }
}

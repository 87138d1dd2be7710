// An OpenID provider that signs every visitor in as `state.person`, without a form. For tests and trials.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import { listenOnLoopback } from './loopback.ts'

export type OidcPerson = { readonly sub: string } & Readonly<Record<string, unknown>>

/** How the provider behaves; `denied` as if the user had said no, `down` closes the connection, `slow` never responds. */
export type OidcProviderMode = 'well' | 'denied' | 'down' | 'slow' | 'html' | 'error'

/** How ID tokens are signed: by the provider, by another's key, or not at all (`alg: none`). */
export type OidcSignature = 'own' | 'foreign' | 'none'

type OidcProviderOptions = {
  readonly clientId: string
  readonly clientSecret: string
  /** The allowed redirect URIs. */
  readonly redirectUris: readonly string[]
}

const signingKeyId = 'demo'
const createSigningKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Returns a JWT signed by RS256, or an unsecured one without a key (RFC 7519, section 6). */
function signIdToken(claims: object, key: KeyObject | null): string {
  if (!key) return `${encode({ alg: 'none' })}.${encode(claims)}.`
  const signed = `${encode({ alg: 'RS256', kid: signingKeyId })}.${encode(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}

/**
 * Starts an OpenID provider on a free port of loopback, with PKCE required. `state.person` has the claims of the next user;
 * `state.mode` makes it misbehave, `state.forged` replaces claims of the ID token, and `state.signature` chooses its
 * signature.
 */
export async function createOidcProvider({ clientId, clientSecret, redirectUris }: OidcProviderOptions) {
  const state = {
    mode: 'well' as OidcProviderMode,
    person: { sub: 'unknown' } as OidcPerson,
    forged: {} as Readonly<Record<string, unknown>>,
    signature: 'own' as OidcSignature,
  }
  const server = createServer()
  const { origin, close } = await listenOnLoopback(server)
  const people = new Map<string, OidcPerson>()
  const [own, foreign] = [createSigningKey(), createSigningKey()]
  const provider = new Provider(origin, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [...redirectUris] }],
    claims: { openid: ['sub'], profile: ['name', 'locale', 'groups', 'hasgroups'], email: ['email'] },
    conformIdTokenClaims: false,
    jwks: { keys: [{ ...own.export({ format: 'jwk' }), kid: signingKeyId, use: 'sig', alg: 'RS256' }] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    cookies: { keys: ['only-for-trying'] },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    // A user with a session at the provider is signed in again, with the current claims.
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ ...(state.person.sub === sub ? state.person : people.get(sub)), sub }),
    }),
  })
  provider.use(async (context, next) => {
    await next()
    const tokens = context.body as { id_token?: string } | undefined
    if (context.path !== '/token' || !tokens?.id_token) return
    const [, payload = ''] = tokens.id_token.split('.')
    const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...state.forged }
    const key = { own, foreign, none: null }[state.signature]
    context.body = { ...tokens, id_token: signIdToken(claims, key) }
  })
  const answer = provider.callback()

  async function interact(...[request, response]: Parameters<typeof answer>) {
    const { prompt, params, grantId } = await provider.interactionDetails(request, response)
    const { mode, person } = state
    if (mode === 'denied') return provider.interactionFinished(request, response, { error: 'access_denied' })
    people.set(person.sub, person)
    if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId: person.sub } })
    const grant =
      (grantId && (await provider.Grant.find(grantId))) || new provider.Grant({ accountId: person.sub, clientId: String(params.client_id) })
    grant.addOIDCScope(String(params.scope))
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } }, { mergeWithLastSubmission: true })
  }

  server.on('request', (request, response) => {
    if (state.mode === 'down') return response.destroy()
    if (state.mode === 'slow') return undefined
    if (state.mode === 'html') return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>')
    if (state.mode === 'error') return response.writeHead(500).end()
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    return interact(request, response).catch(() => response.writeHead(500).end())
  })
  return { issuer: origin, state, close }
}

/**
 * Acts as a browser at the provider: follows its redirects with its cookies until one leaves `issuer`, and returns that URL.
 * Throws when the provider responds with a page.
 */
export async function followLogin(authorizationUrl: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(authorizationUrl)
  while (url.origin === issuer) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const page = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of page.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, value)
    }
    const location = page.headers.get('location')
    if (location === null) throw new Error(`The provider answered ${page.status} and led nowhere.`)
    url = new URL(location, url)
  }
  return url
}

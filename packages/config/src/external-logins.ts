// What EXTERNAL_LOGINS may say: the external services that authenticate people, and how their responses are mapped.
import { LoginKey } from '@heddle/contracts/tenant/login-method'
import { MembershipRole } from '@heddle/contracts/roles'
import { Id, LocalizedName } from '@heddle/contracts/wire'
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const text = z.string().trim().min(1)
const httpUrl = z.url({ protocol: /^https?$/, error: 'has to be an http or https address' })

/** Groups of the tenant by what the service calls its own. */
const groupMap = z.record(text, Id)

const common = {
  key: LoginKey.refine((key) => key !== 'email' && key !== 'account', 'is the key of a way to sign in of the product itself'),
  label: LocalizedName,
  /** Host name or id; without it the first tenant of the installation. */
  tenant: text.optional(),
  timeout_seconds: z.number().min(0.1).max(60).default(5),
}

const isLoopback = ({ hostname }: URL) => hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)

/** Whether what is sent is encrypted, or does not leave the machine. */
const isProtected = (address: string) => /^(https|ldaps):/.test(address) || isLoopback(new URL(address))

const notHttps = 'has to be an https address, unless allow_http is true'

const MemberLogin = z
  .strictObject({
    ...common,
    type: z.literal('member'),
    url: httpUrl,
    /** Over http, everyone on the way can read the passwords. */
    allow_http: z.boolean().default(false),
    fields: z.strictObject({
      subject: text,
      name: text.optional(),
      email: text.optional(),
      account: text.optional(),
      /** The answer is a success when this field has this value; without it every 2xx is. */
      success: z.strictObject({ field: text, value: z.union([z.string(), z.number(), z.boolean()]) }).optional(),
    }),
  })
  .refine(({ url, allow_http }) => allow_http || isProtected(url), { path: ['url'], message: notHttps })

const OidcLogin = z
  .strictObject({
    ...common,
    type: z.literal('oidc'),
    issuer: httpUrl,
    /** Who can change what is sent over http can sign in as anybody. */
    allow_http: z.boolean().default(false),
    client_id: text,
    client_secret: text.optional(),
    scopes: z
      .array(text)
      .default(['openid', 'profile', 'email'])
      .refine((scopes) => scopes.includes('openid'), 'has to include openid'),
    claims: z
      .strictObject({
        name: text.default('name'),
        email: text.default('email'),
        language: text.default('locale'),
        account: text.optional(),
      })
      .prefault({}),
    groups: z.strictObject({ claim: text, map: groupMap, role: MembershipRole.default('U') }).optional(),
  })
  .refine(({ issuer, allow_http }) => allow_http || isProtected(issuer), { path: ['issuer'], message: notHttps })

/** PEM, or the path of a file that holds it. */
const certificate = text.transform((value, context) => {
  if (value.includes('-----BEGIN CERTIFICATE-----')) return value
  try {
    return readFileSync(value, 'utf8')
  } catch {
    context.addIssue({ code: 'custom', message: 'is neither a PEM certificate nor a file that can be read' })
    return z.NEVER
  }
})

const LdapLogin = z
  .strictObject({
    ...common,
    type: z.literal('ldap'),
    url: z.url({ protocol: /^ldaps?$/, error: 'has to be an ldap or ldaps address' }),
    start_tls: z.boolean().default(false),
    /** Without TLS, everyone on the way can read the passwords. */
    allow_unencrypted: z.boolean().default(false),
    ca: certificate.optional(),
    bind_dn: text.optional(),
    bind_password: text.optional(),
    base_dn: text,
    filter: text.refine((filter) => filter.includes('{id}'), 'has to contain {id}'),
    attributes: z
      .strictObject({
        subject: text.default('entryUUID'),
        name: text.default('cn'),
        email: text.default('mail'),
        language: text.default('preferredLanguage'),
        account: text.optional(),
      })
      .prefault({}),
    groups: z
      .strictObject({
        /** Attribute of the person with the names of the groups, unless they are searched for. */
        attribute: text.default('memberOf'),
        search: z
          .strictObject({
            base_dn: text,
            filter: text.refine((filter) => filter.includes('{dn}') || filter.includes('{id}'), 'has to contain {dn} or {id}'),
          })
          .optional(),
        /** By the distinguished name of a group. */
        map: groupMap,
        role: MembershipRole.default('U'),
      })
      .optional(),
  })
  // Simple bind with a name and no password succeeds as anonymous (RFC 4513, section 5.1.2).
  .refine(({ bind_dn, bind_password }) => (bind_dn === undefined) === (bind_password === undefined), {
    path: ['bind_dn'],
    message: 'and bind_password belong together',
  })
  .refine(({ url, start_tls }) => !(start_tls && url.startsWith('ldaps:')), {
    path: ['start_tls'],
    message: 'is for ldap addresses, ldaps has TLS from the start',
  })
  .refine(({ url, start_tls, allow_unencrypted }) => allow_unencrypted || start_tls || isProtected(url), {
    path: ['url'],
    message: 'has to be an ldaps address, unless start_tls or allow_unencrypted is true',
  })

export const ExternalLogins = z
  .array(z.discriminatedUnion('type', [MemberLogin, OidcLogin, LdapLogin]))
  .refine((logins) => new Set(logins.map(({ key }) => key)).size === logins.length, 'has a key twice')

export type MemberLogin = z.output<typeof MemberLogin>
export type OidcLogin = z.output<typeof OidcLogin>
export type LdapLogin = z.output<typeof LdapLogin>
export type ExternalLogin = MemberLogin | OidcLogin | LdapLogin

function readJson(value: string): unknown {
  const isJson = value.startsWith('[')
  try {
    return JSON.parse(isJson ? value : readFileSync(value, 'utf8'))
  } catch (cause) {
    // What JSON.parse says would quote the text, and with it secrets.
    const isBroken = isJson || cause instanceof SyntaxError
    throw new Error(isBroken ? 'it is not JSON' : 'it is neither a JSON list nor a file that can be read', { cause })
  }
}

/** What is wrong, and where: the provider by its key, or by its place in the list when it has none that can be told. */
function describeIssue(issue: z.core.$ZodIssue | undefined, list: unknown) {
  const [index, ...field] = issue?.path ?? []
  if (typeof index !== 'number') return `the list: ${issue?.message}`
  const key = LoginKey.safeParse((list as { key?: unknown }[])[index]?.key)
  const provider = key.success ? `provider ${key.data}` : `provider number ${index + 1}`
  return `${provider}, ${field.join('.') || 'the entry'}: ${issue?.message}`
}

/** The setting's text, JSON or the path of a file, as the list that it says. */
export const ExternalLoginsSetting = z
  .string()
  .trim()
  .min(1)
  .transform((value, context) => {
    try {
      const list = readJson(value)
      const parsed = ExternalLogins.safeParse(list)
      if (parsed.success) return parsed.data
      context.addIssue({ code: 'custom', message: describeIssue(parsed.error.issues[0], list) })
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message })
    }
    return z.NEVER
  })

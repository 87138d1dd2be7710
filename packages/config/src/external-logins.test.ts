import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { ExternalLogins } from './external-logins.ts'

const folder = mkdtempSync(join(tmpdir(), 'heddle-external-logins-'))
afterAll(() => rmSync(folder, { recursive: true }))

const secret = 'a-secret-that-no-message-may-quote'
const label = { default: 'Label' }
const member = { type: 'member', key: 'club', label, url: 'https://members.example.org', fields: { subject: 'id' } }
const oidc = { type: 'oidc', key: 'institute', label, issuer: 'https://login.example.org', client_id: 'heddle', client_secret: secret }
const ldap = { type: 'ldap', key: 'directory', label, url: 'ldaps://ldap.example.org', base_dn: 'dc=example', filter: '(uid={id})' }

const load = (setting: string) => loadConfig({ EXTERNAL_LOGINS: setting }).externalLogins
function writeSetting(text: string) {
  const path = join(folder, `${randomUUID()}.json`)
  writeFileSync(path, text)
  return path
}

describe('EXTERNAL_LOGINS', () => {
  test('is a list, or the path of a file that holds one', () => {
    const list = JSON.stringify([member, oidc, ldap])
    const keys = ['club', 'institute', 'directory']
    expect(load(list).map(({ key }) => key)).toEqual(keys)
    expect(load(writeSetting(list))).toEqual(load(list))
    expect(loadConfig({}).externalLogins).toEqual([])
  })

  test.each<[string, object[], RegExp]>([
    ['a key twice', [member, member], /the list: has a key twice/],
    ['a key of the product', [{ ...member, key: 'email' }], /provider email, key: is the key of a way to sign in of the product/],
    ['no key', [member, { ...oidc, key: undefined }], /provider number 2, key: /],
    ['an unknown type', [{ ...member, type: 'saml' }], /provider club, type: /],
    ['an unknown field', [{ ...oidc, secret }], /provider institute, the entry: .*"secret"/],
    ['an address that is none', [{ ...member, url: 'file:///etc/passwd' }], /provider club, url: has to be an http or https address/],
    ['no subject', [{ ...member, fields: {} }], /provider club, fields\.subject: /],
    ['an issuer over http', [{ ...oidc, issuer: 'http://login.example.org' }], /provider institute, issuer: has to be an https address/],
    ['a member service over http', [{ ...member, url: 'http://members.example.org' }], /provider club, url: has to be an https address/],
    ['a directory without TLS', [{ ...ldap, url: 'ldap://a.example' }], /provider directory, url: has to be an ldaps address, unless/],
    ['no openid', [{ ...oidc, scopes: ['email'] }], /provider institute, scopes: has to include openid/],
    ['a filter for everybody', [{ ...ldap, filter: '(uid=*)' }], /provider directory, filter: has to contain \{id\}/],
    ['a bind without password', [{ ...ldap, bind_dn: 'cn=heddle' }], /provider directory, bind_dn: and bind_password belong together/],
    ['StartTLS twice', [{ ...ldap, url: 'ldaps://a.example', start_tls: true }], /provider directory, start_tls: /],
    ['a certificate that is not there', [{ ...ldap, ca: join(folder, 'none.pem') }], /provider directory, ca: is neither a PEM/],
    ['a group that is no id', [{ ...oidc, groups: { claim: 'groups', map: { a: 'b' } } }], /provider institute, groups\.map\.a: /],
  ])('stops the start with %s, in one sentence that names the provider and the field', (_name, list, sentence) => {
    const start = () => load(JSON.stringify(list))
    expect(start).toThrow(sentence)
    expect(start).toThrow(/^EXTERNAL_LOGINS is not valid: [^\n]*$/)
    expect(start).not.toThrow(secret)
  })

  test.each([
    ['broken JSON', () => `[{"client_secret": "${secret}"`, /it is not JSON/],
    ['a file of broken JSON', () => writeSetting(`{ ${secret}`), /it is not JSON/],
    ['a file that is not there', () => join(folder, 'none.json'), /it is neither a JSON list nor a file that can be read/],
    ['a file of something else', () => writeSetting('{}'), /the list: /],
    ['a list of something else', () => '[null, 1]', /provider number 1, the entry: /],
  ])('stops the start with %s, and quotes nothing of it', (_name, makeSetting, sentence) => {
    const setting = makeSetting()
    expect(() => load(setting)).toThrow(sentence)
    expect(() => load(setting)).not.toThrow(secret)
  })

  const isTaken = (login: object) => ExternalLogins.safeParse([login]).success

  test.each(['localhost:8080', '127.0.0.1:8080', '[::1]:8080'])('takes services without TLS on %s, which is loopback', (host) => {
    expect(isTaken({ ...oidc, issuer: `http://${host}` })).toBe(true)
    expect(isTaken({ ...member, url: `http://${host}` })).toBe(true)
    expect(isTaken({ ...ldap, url: `ldap://${host}` })).toBe(true)
  })

  test.each(['localhost.example.org', '127.0.0.1.example.org', '10.0.0.1'])(
    'takes services without TLS on %s only where allowed',
    (host) => {
      const unprotected = [
        [{ ...oidc, issuer: `http://${host}` }, { allow_http: true }],
        [{ ...member, url: `http://${host}` }, { allow_http: true }],
        [{ ...ldap, url: `ldap://${host}` }, { allow_unencrypted: true }],
        [{ ...ldap, url: `ldap://${host}` }, { start_tls: true }],
      ] as const
      for (const [login, permission] of unprotected) {
        expect(isTaken(login)).toBe(false)
        expect(isTaken({ ...login, ...permission })).toBe(true)
      }
    },
  )

  test('takes the examples of docs/operating.md', () => {
    const document = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
    const certificate = writeSetting('-----BEGIN CERTIFICATE-----')
    const examples = [...document.matchAll(/^```json\n(.*?)^```$/gms)].map(([, example = '']) =>
      example.replaceAll('<id of a group>', randomUUID()).replaceAll('/run/secrets/ldap-ca.pem', certificate),
    )
    expect(examples.map((example) => load(example).map(({ type }) => type))).toEqual([['member', 'oidc', 'ldap']])
  })
})

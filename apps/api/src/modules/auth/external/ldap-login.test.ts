import { createGroup } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { ldapAdministrator, ldapSuffix, startLdapServer } from '@heddle/demo-identity/ldap-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ExternalLogins, type LdapLogin } from '../../../external-logins.ts'
import { createTestApp, type TestApp, unknownId } from '../../../testing/test-app.ts'
import { askDirectory } from './ldap-login.ts'

const password = 'the password of Ada'
const people = `ou=people,${ldapSuffix}`
const weavers = `cn=weavers,${ldapSuffix}`
const ldif = `dn: ${ldapSuffix}
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: ${people}
objectClass: organizationalUnit
ou: people

dn: uid=ada,${people}
objectClass: inetOrgPerson
uid: ada
cn: Ada
sn: Ada
mail: ada@example.org
preferredLanguage: ja
userPassword: ${password}

dn: ${weavers}
objectClass: groupOfNames
cn: weavers
member: uid=ada,${people}
`

let api: TestApp
let server: Awaited<ReturnType<typeof startLdapServer>>
let groupId: string

const settings = (more: object = {}) => ({
  type: 'ldap',
  key: 'directory',
  label: { default: 'Directory' },
  url: server.url,
  bind_dn: ldapAdministrator.dn,
  bind_password: ldapAdministrator.password,
  base_dn: people,
  filter: '(uid={id})',
  groups: { search: { base_dn: ldapSuffix, filter: '(member={dn})' }, map: { [weavers]: groupId } },
  ...more,
})
const loginOf = (more: object = {}) => ExternalLogins.parse([settings(more)])[0] as LdapLogin

beforeAll(async () => {
  server = await startLdapServer(ldif)
  groupId = unknownId()
  const externalLogins = ExternalLogins.parse([settings(), settings({ key: 'down', url: 'ldap://127.0.0.1:9' })])
  api = await createTestApp({ config: { externalLogins } })
  const tenant = await createTenant(api.db)
  await createGroup(api.db, { id: groupId, tenantId: tenant.id })
})
afterAll(async () => {
  await api?.close()
  await server?.close()
})
beforeEach(() => api.db.rateLimit.deleteMany())

const signIn = (mem_id: string, mem_password: string, product = 'directory') =>
  api.app.inject({ method: 'POST', url: `/api/v1/auth/${product}/login`, payload: { mem_id, mem_password } })

describe('signing in at a directory', () => {
  test('brings name, email, language and mapped groups', async () => {
    expect((await signIn('ada', password)).statusCode).toBe(200)
    const user = await api.db.user.findFirstOrThrow({ include: { memberships: true } })
    expect(user).toMatchObject({ name: { default: 'Ada' }, email: 'ada@example.org', language: 'ja' })
    expect(user.memberships).toMatchObject([{ groupId, provider: 'directory', role: 'U' }])
  })

  test.each(['*)(uid=*', '*', 'ada)(|(uid=*', 'nobody'])('finds nobody by %s', async (id) => {
    expect((await signIn(id, password)).json()).toMatchObject({ detail: { code: 'AUTH_LOGIN_FAILED' } })
  })

  test('is refused to a wrong password, and to an empty one that the server would take', async () => {
    expect((await signIn('ada', 'wrong')).statusCode).toBe(401)
    expect((await signIn('ada', '')).statusCode).toBe(400)
    expect(await askDirectory(loginOf(), 'ada', '')).toBeNull()
  })

  test('says so when the directory is down', async () => {
    expect((await signIn('ada', password, 'down')).json()).toMatchObject({ detail: { code: 'AUTH_EXTERNAL_LOGIN_UNAVAILABLE' } })
  })

  test.each(['StartTLS', 'LDAPS'])('by %s needs the authority of the server', async (way) => {
    const secure = way === 'LDAPS' ? { url: server.secureUrl } : { start_tls: true }
    expect(await askDirectory(loginOf({ ...secure, ca: server.ca }), 'ada', password)).toMatchObject({ name: 'Ada' })
    await expect(askDirectory(loginOf(secure), 'ada', password)).rejects.toThrow(/certificate/)
  })
})

import { createGroup } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { ldapAdministrator, ldapSuffix, startLdapServer } from '@heddle/demo-identity/ldap-server'
import { type AddressInfo, createServer } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ExternalLogins, type LdapLogin } from '@heddle/config/external-logins'
import { createTestApp, type TestApp, unknownId } from '../../../../test/application/test-app.ts'
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

dn: uid=twin-one,${people}
objectClass: inetOrgPerson
uid: twin-one
cn: Twin
sn: Twin
mail: twin@example.org
userPassword: ${password}

dn: uid=twin-two,${people}
objectClass: inetOrgPerson
uid: twin-two
cn: Twin
sn: Twin
mail: twin@example.org
userPassword: ${password}

dn: uid=guid,${people}
objectClass: inetOrgPerson
objectClass: adPerson
uid: guid
cn: Guid
sn: Guid
objectGUID:: AAH/gFxcKgA=
memberOf: ${weavers}
userPassword: ${password}

dn: ${weavers}
objectClass: groupOfNames
cn: weavers
member: uid=ada,${people}
`

const logged: string[] = []
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
const parseLogin = (more: object = {}) => ExternalLogins.parse([settings(more)])[0] as LdapLogin

beforeAll(async () => {
  server = await startLdapServer(ldif)
  groupId = unknownId()
  const externalLogins = ExternalLogins.parse([settings(), settings({ key: 'down', url: 'ldap://127.0.0.1:9' })])
  api = await createTestApp({
    config: { externalLogins },
    log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
  })
  const tenant = await createTenant(api.db)
  await createGroup(api.db, { id: groupId, tenantId: tenant.id })
  // On a machine without slapd it is installed first.
}, 300_000)
afterAll(async () => {
  await api?.close()
  await server?.close()
})
beforeEach(() => api.db.rateLimit.deleteMany())

/** A server that takes connections and never says a word, or only the given ones, which are not of a directory. */
async function listenSilently(words = '') {
  const sockets: { destroy: () => void }[] = []
  const silent = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    if (words) socket.end(words)
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  return {
    url: `ldap://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => silent.close(resolve))
    },
  }
}

const signIn = (mem_id: string, mem_password: string, product = 'directory') =>
  api.app.inject({ method: 'POST', url: `/api/v1/auth/${product}/login`, payload: { mem_id, mem_password } })

describe('signing in at a directory', () => {
  test('brings name, email, language and mapped groups', async () => {
    expect((await signIn('ada', password)).statusCode).toBe(200)
    const user = await api.db.user.findFirstOrThrow({ include: { memberships: true } })
    expect(user).toMatchObject({ name: { default: 'Ada' }, email: 'ada@example.org', language: 'ja' })
    expect(user.memberships).toMatchObject([{ groupId, provider: 'directory', role: 'U' }])
  })

  test.each(['*)(uid=*', '*', 'ada)(|(uid=*', 'unknown'])('finds no entry by %s', async (id) => {
    expect((await signIn(id, password)).json()).toMatchObject({ detail: { code: 'AUTH_LOGIN_FAILED' } })
  })

  test('is refused to a wrong password, and to an empty one that the server would take', async () => {
    expect((await signIn('ada', 'wrong')).statusCode).toBe(401)
    expect((await signIn('ada', '')).statusCode).toBe(400)
    expect(await askDirectory(parseLogin(), 'ada', '')).toBeNull()
  })

  test('says so when the directory is down', async () => {
    expect((await signIn('ada', password, 'down')).json()).toMatchObject({ detail: { code: 'AUTH_EXTERNAL_LOGIN_UNAVAILABLE' } })
  })

  test('fails at a server that is not a directory', async () => {
    const web = await listenSilently('HTTP/1.1 200 OK\r\n\r\n<!doctype html>')
    await expect(askDirectory(parseLogin({ url: web.url, timeout_seconds: 1 }), 'ada', password)).rejects.toThrow(/Connection closed/)
    await web.close()
  })

  test.each(['StartTLS', 'LDAPS'])('by %s needs the authority of the server', async (way) => {
    const secure = way === 'LDAPS' ? { url: server.secureUrl } : { start_tls: true }
    expect(await askDirectory(parseLogin({ ...secure, ca: server.ca }), 'ada', password)).toMatchObject({ name: 'Ada' })
    await expect(askDirectory(parseLogin(secure), 'ada', password)).rejects.toThrow(/certificate/)
  })

  test('takes no longer than it may at a directory that never answers', async () => {
    const silent = await listenSilently()
    const asked = askDirectory(parseLogin({ url: silent.url, timeout_seconds: 0.3 }), 'ada', password)
    await expect(asked).rejects.toThrow(/timed out/)
    await silent.close()
  })

  test('is refused where two entries match', async () => {
    const login = parseLogin({ filter: '(mail={id})' })
    expect(await askDirectory(login, 'twin@example.org', password)).toBeNull()
    expect(await askDirectory(login, 'ada@example.org', password)).toMatchObject({ name: 'Ada' })
  })

  test('names people by the bytes of objectGUID, and reads groups from memberOf', async () => {
    const login = parseLogin({ attributes: { subject: 'objectGUID' }, groups: { map: { [weavers]: groupId } } })
    expect(await askDirectory(login, 'guid', password)).toMatchObject({ subject: '0001ff805c5c2a00', groupIds: [groupId] })
  })

  test('takes the role of a mapped group again', async () => {
    await signIn('ada', password)
    await api.db.membership.updateMany({ where: { provider: 'directory' }, data: { role: 'O' } })
    await signIn('ada', password)
    expect(await api.db.membership.findMany({ where: { provider: 'directory' } })).toMatchObject([{ role: 'U' }])
  })

  test('keeps the password nowhere: in no log line and in no column', async () => {
    expect((await signIn('ada', password)).statusCode).toBe(200)
    expect((await signIn('ada', `${password}-wrong`)).statusCode).toBe(401)
    await signIn('ada', password, 'down')
    const tables = await api.db.$queryRaw<{ name: string }[]>`
      SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
    for (const { name } of tables) {
      const found = await api.db.$queryRawUnsafe<object[]>(`SELECT 1 FROM "${name}" t WHERE t::text LIKE '%${password}%' LIMIT 1`)
      expect([name, found.length]).toEqual([name, 0])
    }
    expect(logged.join('')).toContain('External sign-in could not be asked')
    expect(logged.join('')).not.toContain(password)
    expect(logged.join('')).not.toContain(ldapAdministrator.password)
  })
})

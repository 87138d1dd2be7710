// An institute with external sign-in: a member service, an OpenID provider and a directory, each a real server.
import { randomUUID } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { ldapAdministrator, ldapSuffix, startLdapServer } from '@heddle/demo-identity/ldap-server'
import { startMemberService } from '@heddle/demo-identity/member-service'
import { createOidcProvider } from '@heddle/demo-identity/oidc-provider'
import { createGroup } from '@heddle/db/factories/group'
import type { PrismaClient } from '@heddle/db/client'
import { claimPort } from '../../../scripts/processes/port.ts'
import { createHostname } from '../fixtures.ts'
import type { Institute, People } from '../people.ts'
import { type Product, startApi } from './product.ts'

export const directoryPassword = 'the password of Lin'
const directoryPeople = `ou=people,${ldapSuffix}`
const weavers = `cn=weavers,${ldapSuffix}`
const ldif = (uid: string) => `dn: ${ldapSuffix}
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: ${directoryPeople}
objectClass: organizationalUnit
ou: people

dn: uid=${uid},${directoryPeople}
objectClass: inetOrgPerson
uid: ${uid}
cn: Lin Weaver
sn: Weaver
mail: ${uid}@example.org
userPassword: ${directoryPassword}

dn: ${weavers}
objectClass: groupOfNames
cn: weavers
member: uid=${uid},${directoryPeople}
`

async function startFalseDirectory() {
  const state: { mode: 'down' | 'html' } = { mode: 'down' }
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    if (state.mode === 'down') socket.destroy()
    if (state.mode === 'html') socket.end('HTTP/1.1 200 OK\r\n\r\n<!doctype html>')
  })
  const port = await claimPort('127.0.0.1', 0)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  async function close() {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `ldap://127.0.0.1:${port}`, state, close }
}

export const labels = {
  member: { default: 'Member card', zhHant: '會員卡', th: 'บัตรสมาชิก' },
  campus: { default: 'Campus account', zhHant: '校園帳號', th: 'บัญชีวิทยาเขต' },
  directory: { default: 'Staff directory', zhHant: '員工目錄', th: 'ทำเนียบพนักงาน' },
} as const

export type External = Awaited<ReturnType<typeof startExternal>>

/** Starts the servers, and an API process that uses them. `annex` and `archive` always fail. */
export async function startExternal(product: Product, people: People, db: PrismaClient) {
  const institute: Institute = await people.createInstitute()
  const { tenantId: tenant } = institute
  const uid = `lin-${randomUUID().slice(0, 8)}`
  const hostname = createHostname(`guild-${uid}`)
  await db.tenant.update({ where: { id: tenant }, data: { hostname } })
  const group = await createGroup(db, { tenantId: tenant, name: { default: 'Weavers' } })

  const port = await claimPort('127.0.0.1', 0)
  const origin = `http://${hostname}:${port}`
  const [clientId, clientSecret] = ['heddle', randomUUID()]
  const member = await startMemberService({})
  const redirectUris = ['campus', 'annex'].map((key) => `${origin}/login/sso/${key}`)
  const campus = await createOidcProvider({ clientId, clientSecret, redirectUris })
  const directory = await startLdapServer(ldif(uid))
  const archive = await startFalseDirectory()

  const common = { tenant, timeout_seconds: 1 }
  const oidc = { ...common, type: 'oidc', issuer: campus.issuer, client_id: clientId, client_secret: clientSecret }
  const ldap = { ...common, type: 'ldap', base_dn: directoryPeople, filter: '(uid={id})' }
  const logins = [
    {
      ...common,
      key: 'member',
      type: 'member',
      label: labels.member,
      url: member.url,
      fields: { subject: 'user.id', name: 'user.name', email: 'user.mail', success: { field: 'ok', value: true } },
    },
    { ...oidc, key: 'campus', label: labels.campus },
    {
      ...ldap,
      key: 'directory',
      label: labels.directory,
      url: directory.url,
      start_tls: true,
      ca: directory.ca,
      bind_dn: ldapAdministrator.dn,
      bind_password: ldapAdministrator.password,
      groups: { search: { base_dn: ldapSuffix, filter: '(member={dn})' }, map: { [weavers]: group.id } },
    },
    { ...oidc, key: 'annex', label: { default: 'Annex' } },
    { ...ldap, key: 'archive', label: { default: 'Archive' }, url: archive.url },
  ]
  const api = await startApi(product, { port, settings: { EXTERNAL_LOGINS: JSON.stringify(logins) } })
  const servers = [api.stop, member.close, campus.close, directory.close, archive.close]
  return {
    tenantId: tenant,
    groupId: group.id,
    origin,
    /** The user of the directory. */
    uid,
    member,
    campus,
    archive,
    stop: async () => {
      for (const stop of servers) await stop()
    },
  }
}

// An institute with external sign-in: a member service, an OpenID provider and a directory, each a real server.
import { randomUUID } from 'node:crypto'
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

export const labels = {
  member: { default: 'Member card', zhHant: '會員卡', th: 'บัตรสมาชิก' },
  campus: { default: 'Campus account', zhHant: '校園帳號', th: 'บัญชีวิทยาเขต' },
  directory: { default: 'Staff directory', zhHant: '員工目錄', th: 'ทำเนียบพนักงาน' },
} as const

export type External = Awaited<ReturnType<typeof startExternal>>

/** Starts the servers, and an API process that uses them. */
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
  const redirectUris = [`${origin}/login/sso/campus`]
  const campus = await createOidcProvider({ clientId, clientSecret, redirectUris })
  const directory = await startLdapServer(ldif(uid))

  const common = { tenant, timeout_seconds: 1 }
  const logins = [
    {
      ...common,
      key: 'member',
      type: 'member',
      label: labels.member,
      url: member.url,
      fields: { subject: 'user.id', name: 'user.name', email: 'user.mail', success: { field: 'ok', value: true } },
    },
    {
      ...common,
      key: 'campus',
      type: 'oidc',
      label: labels.campus,
      issuer: campus.issuer,
      client_id: clientId,
      client_secret: clientSecret,
    },
    {
      ...common,
      key: 'directory',
      type: 'ldap',
      label: labels.directory,
      url: directory.url,
      base_dn: directoryPeople,
      filter: '(uid={id})',
      start_tls: true,
      ca: directory.ca,
      bind_dn: ldapAdministrator.dn,
      bind_password: ldapAdministrator.password,
      groups: { search: { base_dn: ldapSuffix, filter: '(member={dn})' }, map: { [weavers]: group.id } },
    },
  ]
  const api = await startApi(product, { port, settings: { EXTERNAL_LOGINS: JSON.stringify(logins) } })
  const servers = [api.stop, member.close, campus.close, directory.close]
  return {
    tenantId: tenant,
    groupId: group.id,
    origin,
    /** The user of the directory. */
    uid,
    member,
    campus,
    stop: async () => {
      for (const stop of servers) await stop()
    },
  }
}

// Debian's slapd with the entries of an LDIF, in its own folder. For tests and trials.
import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from './loopback.ts'
import { findSlapd, schemaFolder } from './slapd-program.ts'

const run = promisify(execFile)
const startPatienceMs = 10_000

const canConnect = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).once('error', () => resolve(false))
  })

/** Creates a self-signed certificate for `localhost` and 127.0.0.1. */
async function createCertificate(openssl: string, folder: string) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'ca.pem')]
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1'
  const asked = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  await run(openssl, [...asked, '-subj', '/CN=localhost', '-addext', names, '-keyout', key, '-out', certificate])
  return { key, certificate }
}

/** The attributes of Active Directory beyond the standard, for entries with `objectClass: adPerson`. */
const activeDirectory = [
  "attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID' EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )",
  "attributetype ( 1.2.840.113556.1.2.102 NAME 'memberOf' EQUALITY distinguishedNameMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.12 )",
  "objectclass ( 1.2.840.113556.1.5.8 NAME 'adPerson' SUP top AUXILIARY MAY ( objectGUID $ memberOf ) )",
]

export const ldapSuffix = 'dc=example,dc=org'
export const ldapAdministrator = { dn: `cn=admin,${ldapSuffix}`, password: 'only-for-trying' }

/**
 * Starts slapd on free ports of loopback with the entries of `ldif` under `dc=example,dc=org`. Returns both addresses, the
 * certificate (PEM) for LDAPS and STARTTLS, and `close`, which ends the process and removes its folder. Throws an error of one
 * line when slapd is missing and cannot be installed.
 */
export async function startLdapServer(ldif: string) {
  const { slapd, openssl } = await findSlapd()
  const folder = await mkdtemp(join(tmpdir(), 'heddle-ldap-'))
  const { key, certificate } = await createCertificate(openssl, folder)
  await mkdir(join(folder, 'database'))
  const configuration = join(folder, 'slapd.conf')
  const schemas = ['core', 'cosine', 'inetorgperson'].map((name) => `include ${join(schemaFolder, `${name}.schema`)}`)
  await writeFile(
    configuration,
    [
      ...schemas,
      ...activeDirectory,
      'modulepath /usr/lib/ldap',
      'moduleload back_mdb',
      `TLSCertificateFile ${certificate}`,
      `TLSCertificateKeyFile ${key}`,
      // A permissive server: a client must not rely on the refusal of an empty password.
      'allow bind_anon_cred bind_anon_dn',
      'database mdb',
      `suffix "${ldapSuffix}"`,
      `rootdn "${ldapAdministrator.dn}"`,
      `rootpw ${ldapAdministrator.password}`,
      `directory ${join(folder, 'database')}`,
      '',
    ].join('\n'),
  )
  const entries = join(folder, 'entries.ldif')
  await writeFile(entries, ldif)
  await run(slapd, ['-T', 'add', '-f', configuration, '-l', entries])

  const [port, securePort] = [await findFreePort(), await findFreePort()]
  const [url, secureUrl] = [`ldap://127.0.0.1:${port}`, `ldaps://127.0.0.1:${securePort}`]
  const server = spawn(slapd, ['-d', '0', '-f', configuration, '-h', `${url} ${secureUrl}`], { stdio: 'ignore' })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  async function close() {
    server.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const patience = Date.now() + startPatienceMs
  while (!((await canConnect(port)) && (await canConnect(securePort)))) {
    if (server.exitCode !== null || Date.now() > patience) {
      await close()
      throw new Error('slapd did not start.')
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { url, secureUrl, ca: await readFile(certificate, 'utf8'), close }
}

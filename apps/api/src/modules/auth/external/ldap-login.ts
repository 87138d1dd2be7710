// Asks a directory: finds the person as the service account, then binds as the person, which proves the password.
import {
  Client,
  ConstraintViolationError,
  type Entry,
  InappropriateAuthError,
  InvalidCredentialsError,
  SizeLimitExceededError,
  UnwillingToPerformError,
} from 'ldapts'
import { isIP } from 'node:net'
import type { LdapLogin } from '@heddle/config/external-logins'
import { type ExternalPerson, readPerson } from './external-person.ts'

/** A value inside a filter, where some characters mean something else (RFC 4515, section 3). */
const escapeFilterValue = (value: string) =>
  value.replaceAll(/[\\*()\0]/g, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`)

/** Fills a filter; a function as replacement, because `$&` in a text would mean something. */
const fill = (filter: string, values: Readonly<Record<string, string>>) =>
  filter.replaceAll(/\{(id|dn)\}/g, (placeholder, name: string) => {
    const value = values[name]
    return value === undefined ? placeholder : escapeFilterValue(value)
  })

const isRefusal = (error: unknown) =>
  [InvalidCredentialsError, InappropriateAuthError, UnwillingToPerformError, ConstraintViolationError].some(
    (refusal) => error instanceof refusal,
  )

/** Active Directory names people with bytes. */
const binaryAttributes = ['objectGUID']

const readValue = (entry: Entry, attribute: string | undefined): unknown => {
  if (attribute === undefined) return undefined
  const found = Object.keys(entry).find((name) => name.toLowerCase() === attribute.toLowerCase())
  const value = found === undefined ? undefined : entry[found]
  const readable = (one: unknown) => (Buffer.isBuffer(one) ? one.toString('hex') : one)
  return Array.isArray(value) ? value.map(readable) : readable(value)
}

async function connect(login: LdapLogin) {
  const timeout = login.timeout_seconds * 1000
  const host = new URL(login.url).hostname.replaceAll(/[[\]]/g, '')
  const tls = { ...(login.ca !== undefined && { ca: login.ca }), host, ...(isIP(host) === 0 && { servername: host }) }
  const isSecure = login.url.startsWith('ldaps:')
  const client = new Client({ url: login.url, timeout, connectTimeout: timeout, ...(isSecure && { tlsOptions: tls }) })
  try {
    if (login.start_tls) await client.startTLS(tls)
    if (login.bind_dn !== undefined && login.bind_password) await client.bind(login.bind_dn, login.bind_password)
    return client
  } catch (error) {
    await client.unbind().catch(() => {})
    throw error
  }
}

/** The one entry of the id; null when there is none, or more than one, which could not be told apart. */
async function findEntry(client: Client, login: LdapLogin, id: string): Promise<Entry | null> {
  const { attributes, groups } = login
  const wanted = [...Object.values(attributes), ...(groups && !groups.search ? [groups.attribute] : [])]
  try {
    const { searchEntries } = await client.search(login.base_dn, {
      scope: 'sub',
      filter: fill(login.filter, { id }),
      attributes: wanted,
      explicitBufferAttributes: binaryAttributes,
      sizeLimit: 2,
      timeLimit: Math.ceil(login.timeout_seconds),
    })
    return searchEntries.length === 1 ? (searchEntries[0] ?? null) : null
  } catch (error) {
    if (error instanceof SizeLimitExceededError) return null
    throw error
  }
}

async function findGroups(client: Client, { groups, timeout_seconds }: LdapLogin, entry: Entry, id: string): Promise<unknown> {
  if (!groups) return []
  if (!groups.search) return readValue(entry, groups.attribute)
  const { searchEntries } = await client.search(groups.search.base_dn, {
    scope: 'sub',
    filter: fill(groups.search.filter, { dn: entry.dn, id }),
    attributes: ['1.1'],
    timeLimit: Math.ceil(timeout_seconds),
  })
  return searchEntries.map(({ dn }) => dn)
}

/** The person; null when the directory says no. Throws when it cannot be asked. */
export async function askDirectory(login: LdapLogin, id: string, password: string): Promise<ExternalPerson | null> {
  // A bind with a name and an empty password succeeds without a check (RFC 4513, section 5.1.2).
  if (password === '') return null
  const client = await connect(login)
  try {
    const entry = await findEntry(client, login, id)
    if (!entry || entry.dn === '') return null
    const groups = await findGroups(client, login, entry, id)
    try {
      await client.bind(entry.dn, password)
    } catch (error) {
      if (isRefusal(error)) return null
      throw error
    }
    const { attributes } = login
    const person = readPerson(
      {
        subject: readValue(entry, attributes.subject),
        name: readValue(entry, attributes.name),
        email: readValue(entry, attributes.email),
        account: readValue(entry, attributes.account),
        language: readValue(entry, attributes.language),
        groups,
      },
      login.groups,
    )
    if (!person) throw new Error('The directory did not say who it is')
    return person
  } finally {
    await client.unbind().catch(() => {})
  }
}

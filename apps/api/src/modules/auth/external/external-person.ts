// What an external service says of a person, made safe to keep: a service may respond with anything.
import { findLanguage, type Language } from '@heddle/contracts/languages'
import { limits } from '@heddle/contracts/limits'
import type { MembershipRole } from '@heddle/contracts/roles'
import { removeInvisible } from '@heddle/contracts/visible-text'
import { z } from 'zod'

export type ExternalPerson = {
  /** What the provider calls the person; it never changes and is never an email that we would trust. */
  readonly subject: string
  readonly name: string
  readonly email: string | null
  readonly account: string | null
  readonly language: Language | null
  /** Groups of the tenant, as far as they exist there; null when it is not known which. */
  readonly groupIds: readonly string[] | null
  readonly groupRole: MembershipRole
}

type Said = {
  readonly subject: unknown
  readonly name?: unknown
  readonly email?: unknown
  readonly account?: unknown
  readonly language?: unknown
  /** Names; null when they are not known. */
  readonly groups?: unknown
}

type GroupMapping = { readonly map: Readonly<Record<string, string>>; readonly role: MembershipRole }

const controls = /[\p{Cc}\p{Cs}\u2028\u2029]+/gu
const maxSubjectLength = 255

const first = (value: unknown) => (Array.isArray(value) ? value[0] : value)

function readLine(value: unknown, maxLength: number): string | null {
  const one = first(value)
  if (typeof one !== 'string' && typeof one !== 'number') return null
  const line = String(one).replaceAll(controls, ' ').trim()
  return line === '' || line.length > maxLength ? null : line
}

const readVisibleLine = (value: unknown, maxLength: number) => readLine(removeInvisible(readLine(value, maxLength) ?? ''), maxLength)

function readSubject(value: unknown): string | null {
  const one = first(value)
  // A subject that we would have to clean could become the same as another person's.
  if (typeof one === 'number') return Number.isSafeInteger(one) ? String(one) : null
  return typeof one === 'string' && one !== '' && one.length <= maxSubjectLength && one.search(controls) === -1 ? one : null
}

function readLanguage(value: unknown): Language | null {
  const tag = readLine(value, 35)
  return tag === null ? null : findLanguage(tag)
}

/** Null when it is not said who it is. Anything else that is missing or wrong is left out. */
export function readPerson(said: Said, groups?: GroupMapping): ExternalPerson | null {
  const subject = readSubject(said.subject)
  if (subject === null) return null
  const email = z.email().safeParse(readLine(said.email, limits.emailCharacters)).data ?? null
  const account = readVisibleLine(said.account, limits.accountCharacters)
  const named = [said.groups].flat().filter((name): name is string => typeof name === 'string')
  const mapped = new Map(Object.entries(groups?.map ?? {}))
  return {
    subject,
    name: readVisibleLine(said.name, limits.nameCharacters) ?? email ?? account ?? '',
    email,
    account,
    language: readLanguage(said.language),
    groupIds: said.groups === null ? null : [...new Set(named.flatMap((name) => mapped.get(name) ?? []))],
    groupRole: groups?.role ?? 'U',
  }
}

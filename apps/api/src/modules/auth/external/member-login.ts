// Asks a member service over HTTP whether an id and a password belong to a person.
import type { MemberLogin } from '@heddle/config/external-logins'
import { type ExternalPerson, readPerson } from './external-person.ts'
import { readLimitedBody } from './limited-body.ts'

const refusals = new Set([400, 401, 403, 404, 422])

/** What a path such as `user.mail` leads to, through own properties only. */
function follow(answer: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined,
      answer,
    )
}

/** The person; null when the service says no. Throws when it cannot be reached, or its response cannot be parsed. */
export async function askMemberService(
  { url, fields, timeout_seconds }: MemberLogin,
  id: string,
  password: string,
): Promise<ExternalPerson | null> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ mem_id: id, mem_password: password }),
    // A redirect does not get the password.
    redirect: 'error',
    signal: AbortSignal.timeout(timeout_seconds * 1000),
  })
  const body = await readLimitedBody(answer)
  if (refusals.has(answer.status)) return null
  if (!answer.ok) throw new Error(`The member service answered ${answer.status}`)
  const said: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  if (fields.success) {
    const success = follow(said, fields.success.field)
    if (success === undefined) throw new Error('The member service did not say whether it succeeded')
    if (success !== fields.success.value) return null
  }
  const at = (path: string | undefined) => (path === undefined ? undefined : follow(said, path))
  const person = readPerson({
    subject: at(fields.subject),
    name: at(fields.name),
    email: at(fields.email),
    account: at(fields.account),
  })
  if (!person) throw new Error('The member service did not say who it is')
  return person
}

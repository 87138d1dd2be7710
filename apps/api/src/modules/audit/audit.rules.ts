import type { Prisma } from '@heddle/db/generated/client'
import { isDeepStrictEqual } from 'node:util'

/** What is told of a thing's fields. Never a password, a token or a key. */
export type AuditedFields = Readonly<Record<string, Prisma.InputJsonValue | null | undefined>>

/** Of two states of a thing, the fields in which they differ. */
export function findChangedFields(before: AuditedFields | undefined, after: AuditedFields | undefined) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const changed = names.filter((name) => !isDeepStrictEqual(before?.[name] ?? null, after?.[name] ?? null))
  const only = (fields: AuditedFields | undefined): Prisma.InputJsonObject | undefined =>
    fields && Object.fromEntries(changed.map((name) => [name, fields[name] ?? null]))
  const [was, is] = [only(before), only(after)]
  return { ...(was && { before: was }), ...(is && { after: is }) }
}

// Passkeys are bound to the host of PUBLIC_URL: another one ends them, which their users see only when they sign in.
import type { PrismaClient } from '@heddle/db/client'
import { type Finding, findingsOf } from './finding.ts'

const { ok, note, wrong } = findingsOf('Passkeys')

export async function checkPasskeys(db: PrismaClient, publicOrigin: string | undefined): Promise<Finding> {
  const passkeys = await db.secondFactor.groupBy({ by: ['rpId'], where: { kind: 'passkey' }, _count: true })
  const total = passkeys.reduce((sum, { _count: count }) => sum + count, 0)
  if (publicOrigin === undefined)
    return total === 0
      ? ok('There are none.')
      : note(`There are ${total}: set PUBLIC_URL, so that they do not depend on the address of a request.`)
  const { hostname } = new URL(publicOrigin)
  const ended = passkeys.filter(({ rpId }) => rpId !== hostname)
  const count = ended.reduce((sum, { _count: one }) => sum + one, 0)
  if (count === 0) return ok(total === 0 ? 'There are none.' : `All ${total} are for ${hostname}.`)
  const hosts = ended.map(({ rpId }) => rpId).join(', ')
  return wrong(
    `PUBLIC_URL names ${hostname}, which ends ${count} of ${total} passkeys (${hosts}): correct it, or tell their users to make new ones.`,
  )
}

// Documents through the product: uploaded to its API, and waited for until the worker has indexed them.
import type { PrismaClient } from '@heddle/db/client'
import { createUser } from '@heddle/db/factories/user'
import { setTimeout as delay } from 'node:timers/promises'
import { createTokenIssuer } from '../../apps/api/test/application/access-tokens.ts'

/** A PDF file. */
export type BenchDocument = { readonly name: string; readonly bytes: Buffer }

const sampleMs = 100
const dayMs = 24 * 60 * 60 * 1_000

/** Adds documents to a collection; returns the number of their pages once they are indexed. Throws when one fails. */
export async function ingestDocuments(
  db: PrismaClient,
  { url, token, collectionId }: { readonly url: string; readonly token: string; readonly collectionId: string },
  documents: readonly BenchDocument[],
): Promise<number> {
  await Promise.all(documents.map((document) => upload(`${url}/api/v1/knowledge/collection/${collectionId}`, token, document)))
  await untilIndexed(db, collectionId)
  const names = documents.map(({ name }) => name)
  const { _sum: sum } = await db.sourceVersion.aggregate({
    _sum: { pageCount: true },
    where: { name: { in: names }, activeOf: { collectionId } },
  })
  return sum.pageCount ?? 0
}

/** Returns the access token of a new administrator. */
export async function signInAdmin(db: PrismaClient, tenantId: string, secretKey: string): Promise<string> {
  const user = await createUser(db, { tenantId, role: 'A' })
  const now = new Date()
  const end = new Date(now.getTime() + dayMs)
  const session = await db.session.create({ data: { userId: user.id, rotatedAt: now, expiresAt: end, absoluteExpiresAt: end } })
  const issueToken = await createTokenIssuer(secretKey)
  return issueToken({ userId: user.id, tenantId, sessionId: session.id, tokenVersion: user.tokenVersion }, now)
}

async function upload(collection: string, token: string, { name, bytes }: BenchDocument) {
  const body = new FormData()
  body.append('files', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), name)
  const response = await fetch(`${collection}/source/file`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body })
  const text = await response.text()
  if (!response.ok || text.includes('"error"')) throw new Error(`${response.status} ${text}`)
}

async function untilIndexed(db: PrismaClient, collectionId: string) {
  for (;;) {
    const states = await db.source.groupBy({ by: ['state'], where: { collectionId } })
    if (states.some(({ state }) => state === 'failed')) throw new Error('A source failed')
    if (states.every(({ state }) => state === 'indexed')) return
    await delay(sampleMs)
  }
}

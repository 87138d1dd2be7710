// The wordings of a version before its table is filled, with their vectors where the dataset has an embedding model: no transaction is open
// while a model is called.
import { toEmbeddedText } from '@heddle/text/language/folding'
import { encodeVector } from '@heddle/retrieval/vectors'
import { limits } from '@heddle/contracts/limits'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Embedder } from '../../../platform/inference/embedding/embedder.ts'
import { computeFingerprint, countDimensions, isSameFingerprint } from '../../../platform/inference/embedding/fingerprint.ts'
import { recordModelUsage, type UsedModel } from '../../usage/model-usage.service.ts'
import { findRowsOf, findUnfilledAnswers, type UnfilledAnswers } from './answer-version.sql.ts'
import { listWordings } from './qa-row.ts'
import { readWordings, type StoredWording } from './wording-table.sql.ts'

/** What the vectors of a version are made with; before its table is filled, the model alone. */
export const WordingEmbedding = z.object({
  model: z.string(),
  dimension: z.int(),
  prefix: z.string(),
  /** In base64. */
  fingerprint: z.string(),
})
export type WordingEmbedding = z.output<typeof WordingEmbedding>

const ChosenModel = WordingEmbedding.pick({ model: true })

/** A wording is compared with questions: both have the prefix of a question. */
export const toSettings = ({ dimension, prefix }: Pick<WordingEmbedding, 'dimension' | 'prefix'>) => ({
  dimension,
  queryPrefix: prefix,
  passagePrefix: prefix,
})

export type PreparedWordings = { readonly wordings: readonly StoredWording[]; readonly embedding: WordingEmbedding | null }

const perCall = 64

type Dependencies = { readonly pool: Pool; readonly embedder: Embedder | null }

/** Returns the wordings of a version of approved answers that is to be filled; null for any other. Throws as the embedder does. */
export async function prepareWordings(
  { pool, embedder }: Dependencies,
  versionId: string,
  signal: AbortSignal,
): Promise<PreparedWordings | null> {
  const version = await findUnfilledAnswers(pool, versionId)
  if (!version) return null
  const rows = await findRowsOf(pool, version.datasetId, { number: version.number, max: limits.qaWordings })
  const wordings = rows
    .flatMap(({ id, texts }) => listWordings(texts).map(({ text }) => ({ rowId: id, text, embedding: null })))
    .slice(0, limits.qaWordings)
  if (version.embedding === null) return { wordings, embedding: null }
  if (!embedder) throw new Error('A version with an embedding model is filled with an embedder')
  return embedWordings({ pool, embedder }, version, wordings, signal)
}

async function embedWordings(
  { pool, embedder }: { readonly pool: Pool; readonly embedder: Embedder },
  version: UnfilledAnswers,
  wordings: readonly StoredWording[],
  signal: AbortSignal,
): Promise<PreparedWordings> {
  const { tenantId, groupId, createdById } = version
  const { model: modelName } = ChosenModel.parse(version.embedding)
  const startedAt = performance.now()
  const { dimension, queryPrefix } = await embedder.describe(tenantId, modelName)
  const settings = { dimension, queryPrefix, passagePrefix: queryPrefix }
  const fingerprint = await computeFingerprint(embedder, { tenantId, modelName, settings }, signal)
  const embedding: WordingEmbedding = {
    model: modelName,
    dimension: countDimensions(fingerprint),
    prefix: queryPrefix,
    fingerprint: Buffer.from(fingerprint).toString('base64'),
  }
  const vectors = await findKnownVectors(pool, version, embedding)
  const missing = [...new Set(wordings.map(({ text }) => text))].filter((text) => !vectors.has(text))
  const models: UsedModel[] = []
  let outcome: 'completed' | 'failed' = 'failed'
  try {
    for (let from = 0; from < missing.length; from += perCall) {
      const texts = missing.slice(from, from + perCall)
      const request = {
        tenantId,
        modelName,
        settings: toSettings(embedding),
        texts: texts.map(toEmbeddedText),
        purpose: 'passage',
      } as const
      const { vectors: made, model, usage, serverCalls } = await embedder.embed(request, signal)
      models.push({ ...model, usage, serverCalls })
      for (const [at, text] of texts.entries()) {
        const vector = made[at]
        if (vector) vectors.set(text, encodeVector(vector))
      }
    }
    outcome = 'completed'
  } finally {
    // What was embedded before a failure has been used too.
    const latencyMs = Math.round(performance.now() - startedAt)
    if (createdById !== null && (outcome === 'completed' || models.length > 0))
      await recordModelUsage(pool, { flow: 'ingest', tenantId, userId: createdById, groupIds: [groupId], models, outcome, latencyMs })
  }
  return { wordings: wordings.map((wording) => ({ ...wording, embedding: vectors.get(wording.text) ?? null })), embedding }
}

/** Returns the vectors of the version before that the same model made in the same way, by their texts. */
async function findKnownVectors(pool: Pool, { before }: UnfilledAnswers, embedding: WordingEmbedding): Promise<Map<string, Uint8Array>> {
  const known = new Map<string, Uint8Array>()
  const made = WordingEmbedding.safeParse(before?.embedding)
  if (!before || !made.success || made.data.model !== embedding.model || made.data.prefix !== embedding.prefix) return known
  if (!isSameFingerprint(Buffer.from(made.data.fingerprint, 'base64'), Buffer.from(embedding.fingerprint, 'base64'))) return known
  for await (const wordings of readWordings(pool, before.tableNumber))
    for (const { text, embedding: bytes } of wordings) if (bytes) known.set(text, bytes)
  return known
}

// A model with what a call of it needs, and its fallbacks. Prisma cannot say it: the chain is recursive. Every reply waits for it.
import type {
  ModelCapability,
  ModelEndpointKind,
  ModelKind,
  OptionalParameter,
  ReasoningFormat,
} from '@heddle/contracts/model/model-endpoint'
import type { Pool } from 'pg'

export type CallableModelRow = {
  readonly id: string
  readonly revision: number
  readonly name: string
  readonly upstreamName: string
  readonly kind: ModelKind
  readonly contextTokens: number
  readonly maxOutputTokens: number | null
  readonly images: ModelCapability
  readonly reasoning: ModelCapability
  readonly jsonSchema: ModelCapability
  readonly reasoningFormat: ReasoningFormat
  readonly refusedParameters: readonly OptionalParameter[]
  readonly findings: unknown
  readonly embeddingDimension: number | null
  readonly embeddingBatchSize: number
  readonly queryPrefix: string
  readonly passagePrefix: string
  readonly queryUpstreamName: string | null
  readonly passageUpstreamName: string | null
  readonly endpointId: string
  readonly endpointName: string
  readonly endpointKind: ModelEndpointKind
  readonly endpointRevision: number
  readonly isFromEnvironment: boolean
  readonly baseUrl: string
  readonly keyCiphertext: Buffer | null
  readonly keyId: string | null
  readonly firstTokenSeconds: number
  readonly betweenTokensSeconds: number
  readonly totalSeconds: number
  readonly maxConcurrent: number
}

/** The model of a name and those that take over, in their order, without those that are switched off. */
export async function findCallableRows(pool: Pool, tenantId: string, name: string): Promise<CallableModelRow[]> {
  const { rows } = await pool.query<CallableModelRow>({
    name: 'find-callable-model',
    text: `
      WITH RECURSIVE chain AS (
        SELECT m.*, 0 AS step FROM model m WHERE m.tenant_id = $1::uuid AND m.name = $2
        UNION ALL
        SELECT m.*, chain.step + 1 FROM chain JOIN model m ON m.id = chain.fallback_model_id WHERE chain.step < 3
      )
      SELECT c.id, c.revision, c.name, c.upstream_name AS "upstreamName", c.kind::text, c.context_tokens AS "contextTokens",
        c.max_output_tokens AS "maxOutputTokens", c.images::text, c.reasoning::text, c.json_schema::text AS "jsonSchema",
        c.reasoning_format::text AS "reasoningFormat", c.refused_parameters::text[] AS "refusedParameters", c.findings,
        c.embedding_dimension AS "embeddingDimension", c.embedding_batch_size AS "embeddingBatchSize",
        c.query_prefix AS "queryPrefix", c.passage_prefix AS "passagePrefix",
        c.query_upstream_name AS "queryUpstreamName", c.passage_upstream_name AS "passageUpstreamName",
        e.id AS "endpointId", e.name AS "endpointName", e.kind::text AS "endpointKind", e.revision AS "endpointRevision",
        e.is_from_environment AS "isFromEnvironment", e.base_url AS "baseUrl", e.key_ciphertext AS "keyCiphertext", e.key_id AS "keyId",
        e.first_token_seconds AS "firstTokenSeconds", e.between_tokens_seconds AS "betweenTokensSeconds",
        e.total_seconds AS "totalSeconds", e.max_concurrent AS "maxConcurrent"
      FROM chain c JOIN model_endpoint e ON e.id = c.endpoint_id
      WHERE c.enabled AND e.enabled
      ORDER BY c.step`,
    values: [tenantId, name],
  })
  return rows
}

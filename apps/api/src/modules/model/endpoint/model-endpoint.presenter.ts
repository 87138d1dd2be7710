import type { ModelEndpoint, UpstreamModel } from '@heddle/contracts/model/model-endpoint'
import { presentTime } from '../../../platform/http/presenting.ts'
import type { HealthState } from '../../../platform/inference/endpoint/endpoint-health.ts'
import type { ListedModel as DescribedModel } from '../../../platform/inference/endpoint/upstream-models.ts'
import type { ModelEndpointRow } from './model-endpoint.repository.ts'
import { getMaxConcurrent } from './model-endpoint.rules.ts'

type EndpointState = {
  /** Whether the installation can read a key of the endpoint: after a change of SECRET_KEY it cannot. */
  readonly hasKey: boolean
  readonly health: HealthState
}

export const presentModelEndpoint = (row: ModelEndpointRow, { hasKey, health: { state, pausedMs } }: EndpointState): ModelEndpoint => ({
  id: row.id,
  name: row.name,
  base_url: row.baseUrl,
  kind: row.kind,
  purposes: row.purposes,
  has_key: hasKey,
  key_hint: hasKey && row.keyHint !== null ? `…${row.keyHint}` : null,
  timeouts: { first_token: row.firstTokenSeconds, between_tokens: row.betweenTokensSeconds, total: row.totalSeconds },
  max_concurrent: getMaxConcurrent(row),
  is_from_environment: row.isFromEnvironment,
  health: { state, paused_until: pausedMs === null ? null : presentTime(new Date(Date.now() + pausedMs)) },
  enabled: row.enabled,
  revision: row.revision,
  created_at: presentTime(row.createdAt),
  updated_at: presentTime(row.updatedAt),
  abilities: { edit: !row.isFromEnvironment, delete: !row.isFromEnvironment },
})

export const presentUpstreamModel = ({
  upstreamName,
  contextTokens,
  isOffered,
  ...known
}: DescribedModel & { isOffered: boolean }): UpstreamModel => ({
  upstream_name: upstreamName,
  context_tokens: contextTokens,
  is_offered: isOffered,
  ...known,
})

// What the warnings about a graph need to know of its tenant.
import { DatasetKind } from '@heddle/contracts/dataset/dataset'
import type { WorkflowSite } from '@heddle/contracts/workflow/workflow'
import { presentText } from '../../platform/http/presenting.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import type { CollectionService } from '../collection/collection.service.ts'
import type { DatasetService } from '../dataset/dataset.service.ts'
import type { ModelService } from '../model/model.service.ts'
import type { AllowedHostService } from '../tenant/allowed-host/allowed-host.service.ts'

type SiteDependencies = {
  readonly models: Pick<ModelService, 'listModels'>
  readonly allowedHosts: Pick<AllowedHostService, 'listHostNames'>
  readonly collections: Pick<CollectionService, 'listNames'>
  readonly datasets: Pick<DatasetService, 'listPublishedNames'>
}

export type SiteReader = ReturnType<typeof createSiteReader>

export const createSiteReader =
  ({ models, allowedHosts, collections, datasets }: SiteDependencies) =>
  async (actor: Actor): Promise<WorkflowSite> => {
    const [offered, hosts, searchable, published] = await Promise.all([
      models.listModels(actor),
      allowedHosts.listHostNames(actor.tenantId),
      collections.listNames(actor),
      datasets.listPublishedNames(actor),
    ])
    return {
      models: offered.map(({ name, contextTokens, jsonSchema, isDefault }) => ({
        name,
        context_tokens: contextTokens,
        json_schema: jsonSchema,
        is_default: isDefault,
      })),
      allowed_hosts: hosts,
      collections: searchable.map(({ id, name }) => ({ id, name: presentText(name) })),
      datasets: published.map(({ id, kind, name }) => ({ id, kind: DatasetKind.exclude(['eval']).parse(kind), name: presentText(name) })),
    }
  }

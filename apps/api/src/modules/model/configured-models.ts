// The endpoint of MODEL_BASE_URL, which every tenant has, and its models. What an administrator has changed in one of them (its revision
// is above 0) stays as it is.
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Model } from '@heddle/db/generated/client'

type ConfiguredModels = {
  readonly baseUrl: string
  /** Undefined leaves the models as they are. */
  readonly names: readonly string[] | undefined
  /** Of each. */
  readonly contextTokens: number
  /** Those that are given images. */
  readonly readsImages: readonly string[]
}

const endpointName = 'Environment'
/** A process that boots waits for the others, and goes through all tenants: Prisma's two and five seconds would end it. */
const bootPatience = { maxWait: 30_000, timeout: 120_000 }

/**
 * Afterwards every tenant has the endpoint, and its models are the configured ones: a missing one is added, one that is not configured
 * and that no administrator has changed is switched off. The default stays what it is as long as it is enabled, else it is the first.
 */
export async function syncConfiguredModels(db: PrismaClient, { baseUrl, ...configured }: ConfiguredModels) {
  await db.$transaction(async (tx) => {
    // Processes that boot at once take their turns.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('heddle/configured-models'))`
    const tenants = await tx.tenant.findMany({ select: { id: true } })
    for (const { id: tenantId } of tenants) {
      const endpointId = await syncEndpoint(tx, tenantId, baseUrl)
      if (configured.names) await syncModels(tx, { tenantId, endpointId }, { ...configured, names: configured.names })
    }
  }, bootPatience)
}

async function syncEndpoint(tx: Queryable, tenantId: string, baseUrl: string): Promise<string> {
  const find = () => tx.modelEndpoint.findFirst({ where: { tenantId, isFromEnvironment: true } })
  let endpoint = await find()
  if (!endpoint) {
    const isNameTaken = (await tx.modelEndpoint.count({ where: { tenantId, name: endpointName } })) > 0
    const name = isNameTaken ? `${endpointName} (MODEL_BASE_URL)` : endpointName
    // Another process may add it at this moment to a tenant that is new.
    await tx.modelEndpoint.createMany({ data: { tenantId, name, baseUrl, isFromEnvironment: true }, skipDuplicates: true })
    endpoint = await find()
  }
  if (!endpoint) throw new Error('A model endpoint was deleted while it was added')
  if (endpoint.baseUrl !== baseUrl)
    await tx.modelEndpoint.update({ where: { id: endpoint.id }, data: { baseUrl, revision: { increment: 1 } } })
  return endpoint.id
}

type Owner = { readonly tenantId: string; readonly endpointId: string }

async function syncModels(tx: Queryable, owner: Owner, configured: Omit<ConfiguredModels, 'baseUrl'> & { names: readonly string[] }) {
  const { tenantId, endpointId } = owner
  const { names, contextTokens, readsImages } = configured
  const models = await tx.model.findMany({ where: { tenantId }, orderBy: { position: 'asc' } })
  const isConfigured = ({ upstreamName }: Model) => names.includes(upstreamName)
  const own = models.filter((model) => model.endpointId === endpointId)
  const untouched = own.filter(({ revision }) => revision === 0)
  const isOrdered = models.some(({ revision }) => revision > 0)
  const lastPosition = Math.max(-1, ...models.map(({ position }) => position))

  await tx.model.updateMany({
    where: { id: { in: untouched.filter((model) => !isConfigured(model)).map(({ id }) => id) } },
    data: { enabled: false },
  })
  for (const [index, upstreamName] of names.entries()) {
    const images = readsImages.includes(upstreamName)
    const known = untouched.find((model) => model.upstreamName === upstreamName)
    const isThere = models.some(
      (model) => model.name === upstreamName || (model.endpointId === endpointId && model.upstreamName === upstreamName),
    )
    // In an order that an administrator has set, a new model is the last.
    const position = isOrdered ? (known?.position ?? lastPosition + 1 + index) : index
    const capability = images ? ({ images: 'yes', imagesSource: 'set' } as const) : undefined
    const unset = known?.imagesSource === 'set' ? ({ images: 'unknown', imagesSource: null } as const) : undefined
    // The environment's is a default: what a call has found below it stays.
    const isFound = known?.contextTokensSource === 'probed' && known.contextTokens < contextTokens
    const context = isFound ? undefined : { contextTokens, contextTokensSource: null }
    const state = { enabled: true, position, ...context, ...(capability ?? unset) }
    if (known) await tx.model.update({ where: { id: known.id }, data: state })
    else if (!isThere) await tx.model.create({ data: { tenantId, endpointId, name: upstreamName, upstreamName, ...state } })
  }
  await keepDefault(tx, tenantId, names)
}

/** A tenant has one default: the enabled one that it has, else the first enabled of the names. */
async function keepDefault(tx: Queryable, tenantId: string, names: readonly string[]) {
  const enabled = await tx.model.findMany({
    where: { tenantId, enabled: true, kind: 'chat', endpoint: { enabled: true } },
    orderBy: { position: 'asc' },
  })
  const chosen =
    enabled.find(({ isDefault }) => isDefault) ??
    names.map((name) => enabled.find(({ upstreamName }) => upstreamName === name)).find((model) => model !== undefined)
  if (!chosen) return
  await tx.model.updateMany({ where: { tenantId, isDefault: true, id: { not: chosen.id } }, data: { isDefault: false } })
  await tx.model.update({ where: { id: chosen.id }, data: { isDefault: true } })
}

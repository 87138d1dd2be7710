// MODEL_NAMES, where it is set, decides which models every tenant offers.
import type { PrismaClient } from '@heddle/db/client'

type ConfiguredModels = {
  readonly names: readonly string[]
  /** Of each. */
  readonly contextTokens: number
  /** Those that are given images. */
  readonly readsImages: readonly string[]
}

/**
 * Afterwards every tenant offers exactly these models; the others stay, switched off. The default is the one that the tenant
 * has chosen, as long as it is among them, else the first.
 */
export async function syncConfiguredModels(db: PrismaClient, { names, contextTokens, readsImages }: ConfiguredModels) {
  await db.$transaction(async (tx) => {
    // Processes that boot at once take their turns.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('heddle/configured-models'))`
    const tenants = await tx.tenant.findMany({ select: { id: true } })
    for (const { id: tenantId } of tenants) {
      const chosen = await tx.model.findFirst({ where: { tenantId, isDefault: true, enabled: true, name: { in: [...names] } } })
      const defaultName = chosen?.name ?? names[0]
      // The old default gives way first: a tenant has one.
      await tx.model.updateMany({ where: { tenantId }, data: { isDefault: false } })
      await tx.model.updateMany({ where: { tenantId, name: { notIn: [...names] } }, data: { enabled: false } })
      for (const [position, name] of names.entries()) {
        const state = { enabled: true, isDefault: name === defaultName, position, contextTokens, readsImages: readsImages.includes(name) }
        await tx.model.upsert({ where: { tenantId_name: { tenantId, name } }, create: { tenantId, name, ...state }, update: state })
      }
    }
  })
}

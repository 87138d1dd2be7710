// Deletes sources in one short transaction, however much they have: they leave their collection, and with it every list and every search. The
// worker removes their rows and files in batches (`ingestion/removal/deleted-sources.ts`).
import type { Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'

/** Takes all sources of a collection out of it, or those with the ids. A job of theirs writes nothing from then on. */
export async function detachSources(tx: Queryable, collectionId: string, chosen?: { readonly ids: readonly string[] }): Promise<void> {
  const where: Prisma.SourceWhereInput = { collectionId, ...(chosen && { id: { in: [...chosen.ids] } }) }
  const ofSources = { collectionId, source: where }
  await tx.messageSource.updateMany({ where: ofSources, data: { sourceId: null, versionId: null } })
  await tx.collectionQuestion.updateMany({ where: ofSources, data: { sourceId: null } })
  await tx.source.updateMany({ where: { collectionId, replacedBy: where }, data: { replacedById: null } })
  await tx.source.updateMany({ where, data: { collectionId: null, state: 'cancelled', jobId: null, dueAt: null } })
}

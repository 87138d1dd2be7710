// How many questions and wordings a draft has. Prisma cannot say it: the lines of a text.
import { qaColumn } from '@heddle/contracts/dataset/kind-columns'
import type { Queryable } from '@heddle/db/client'

/** Counts the lines of all rows, also those that are the same, and their characters. */
export async function countWordings(tx: Queryable, datasetId: string): Promise<{ readonly count: number; readonly characters: number }> {
  const [found] = await tx.$queryRaw<{ count: number; characters: number }[]>`
    SELECT coalesce(sum(1 + regexp_count(coalesce(data->>${qaColumn.wordings}, ''), '[^\n]*[^[:space:]][^\n]*')), 0)::int AS count,
      coalesce(sum(length(coalesce(data->>${qaColumn.question}, '')) + length(coalesce(data->>${qaColumn.wordings}, ''))), 0)::float8
        AS characters
    FROM dataset_row WHERE dataset_id = ${datasetId}::uuid AND version_to IS NULL`
  return found ?? { count: 0, characters: 0 }
}

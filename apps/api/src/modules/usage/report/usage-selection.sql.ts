// Which rows of the rollup a report reads, as SQL. Prisma cannot say it: days are cut by the database's time zones.
import type { UsageFilters } from '@heddle/contracts/usage/usage-report'

export type UsageSelection = UsageFilters & { readonly tenantId: string; readonly timeZone: string }

/** SQL: whether a `workflow_version_id` is of the workflow $11; a version that is gone stands for its workflow. */
export const isOfWorkflow = `(workflow_version_id = $11 OR workflow_version_id IN (SELECT id FROM workflow_version WHERE workflow_id = $11))`

/** SQL: from the first moment of the first day to the last one of the last, by parameters $1 to $13 (`toSelectionValues`). */
export const selected = `
  tenant_id = $1 AND period_start >= $3::date::timestamp AT TIME ZONE $2 AND period_start < ($4::date + 1)::timestamp AT TIME ZONE $2
  AND ($5::uuid IS NULL OR user_id = $5) AND ($9::usage_flow IS NULL OR flow = $9) AND ($10::usage_outcome IS NULL OR outcome = $10)
  AND (num_nonnulls($6::uuid, $7::uuid, $8::text, $11::uuid, $12::uuid, $13::text) = 0 OR key_id IN (
    SELECT id FROM usage_key WHERE tenant_id = $1 AND ($6::uuid IS NULL OR $6 = ANY (group_ids))
      AND ($7::uuid IS NULL OR assistant_id = $7) AND ($8::text IS NULL OR model_name = $8)
      AND ($11::uuid IS NULL OR ${isOfWorkflow}) AND ($12::uuid IS NULL OR endpoint_id = $12)
      AND ($13::text IS NULL OR error_code = $13)
  ))`

/**
 * SQL: the number of the interval that a period is in, from 1; parameter $14 has the first days of the intervals. Each of them is
 * converted to the time zone once: converting every row is most of the time of a report.
 */
export const intervalNumber = `width_bucket(period_start, ARRAY(SELECT day::timestamp AT TIME ZONE $2 FROM unnest($14::date[]) day))`

/** SQL: the first day of an interval by its number in `interval`. */
export const intervalDay = `($14::date[])[interval]::text AS day`

export const toSelectionValues = (selection: UsageSelection) => [
  selection.tenantId,
  selection.timeZone,
  selection.from,
  selection.to,
  selection.user_id ?? null,
  selection.group_id ?? null,
  selection.assistant_id ?? null,
  selection.model_name ?? null,
  selection.flow ?? null,
  selection.outcome ?? null,
  selection.workflow_id ?? null,
  selection.endpoint_id ?? null,
  selection.error_code ?? null,
]

/** SQL: that no filter is given. A statement that reads sums of whole days has it for the types of the parameters too. */
export const isUnfiltered = `num_nonnulls($5::uuid, $6::uuid, $7::uuid, $8::text, $9::usage_flow, $10::usage_outcome, $11::uuid, $12::uuid, $13::text) = 0`

/** Whether nothing is filtered: the sums of whole days (usage_day) are of it too. */
export const selectsAll = (selection: UsageSelection): boolean =>
  toSelectionValues(selection)
    .slice(4)
    .every((value) => value === null)

// Checks a plan against the table, part by part, and collects every error with its path.
import { MeasureId } from '@heddle/contracts/dataset/column'
import { QueryPlan, type PlanCondition } from '@heddle/contracts/dataset/plan'
import { isWithin } from '@heddle/contracts/json-size'
import { limits } from '@heddle/contracts/limits'
import { listTexts } from './list-texts.ts'
import type { PlanError } from '../plan-error.ts'
import { type ColumnUse, findLink, type LinkUse, type QueryTable } from '../query-table.ts'
import { checkCondition } from './check-condition.ts'
import { checkGroups } from './check-groups.ts'
import type { CheckedCondition, CheckedPlan } from './checked-plan.ts'
import { checkColumn, type PlanCheck, refuse } from './shared-checks.ts'

export type PlanVerdict = { readonly ok: true; readonly plan: CheckedPlan } | { readonly ok: false; readonly errors: readonly PlanError[] }

/** The rows that are shown when a plan says nothing of it. */
const defaultLimit = 50
const maxErrors = 20

/**
 * Checks a plan as it came from a model: its size before its form, its form before its columns. A plan that passes can be compiled,
 * once its texts are looked up (`listTexts`, `takeTexts`).
 */
export function checkPlan(written: unknown, table: QueryTable): PlanVerdict {
  if (!isWithin(written, limits.planJson)) return { ok: false, errors: [{ path: '', code: 'too_large' }] }
  const parsed = QueryPlan.safeParse(written)
  if (!parsed.success) {
    const paths = new Set(parsed.error.issues.map(({ path }) => path.join('.')))
    return { ok: false, errors: [...paths].slice(0, maxErrors).map((path) => ({ path, code: 'invalid_shape' })) }
  }
  const check: PlanCheck = { table, errors: [] }
  const plan = checkParts(check, parsed.data)
  if (listTexts(plan).length > limits.planTexts) refuse(check, '', 'too_large')
  return check.errors.length === 0 ? { ok: true, plan } : { ok: false, errors: check.errors.slice(0, maxErrors) }
}

function checkParts(check: PlanCheck, written: QueryPlan): CheckedPlan {
  const where = checkConditions(check, written.where ?? [], 'where')
  const anyOf = (written.any_of ?? []).map((conditions, index) => checkConditions(check, conditions, `any_of.${index}`))
  const limit = written.limit ?? defaultLimit
  const isGrouped =
    (written.group_by ?? []).length > 0 ||
    (written.aggregates ?? []).length > 0 ||
    (written.select ?? []).some((ref) => MeasureId.safeParse(ref).success)
  if (isGrouped) {
    const groups = checkGroups(check, written)
    const uses = [...groups.groupBy, ...groups.aggregates.flatMap(({ use }) => use ?? [])]
    return { kind: 'groups', ...groups, links: listLinks(check.table, [...uses, ...listUses(where, anyOf)]), where, anyOf, limit }
  }
  const rows = checkRows(check, written)
  const uses = [...rows.columns, ...rows.orderBy.map(({ use }) => use), ...listUses(where, anyOf)]
  return { kind: 'rows', ...rows, links: listLinks(check.table, uses), where, anyOf, limit }
}

const checkConditions = (check: PlanCheck, conditions: readonly PlanCondition[], path: string) =>
  conditions.map((condition, index) => checkCondition(check, condition, `${path}.${index}`)).filter((condition) => condition !== null)

function checkRows(check: PlanCheck, written: QueryPlan) {
  const selected = written.select ?? []
  if (selected.length === 0) refuse(check, 'select', 'nothing_selected')
  if ((written.having ?? []).length > 0) refuse(check, 'having', 'having_without_groups')
  const columns = selected.map((ref, index) => {
    if (selected.indexOf(ref) < index) return refuse(check, `select.${index}`, 'duplicate')
    return checkColumn(check, ref, `select.${index}`)
  })
  const orderBy = (written.order_by ?? []).map(({ fn, column, direction }, index) => {
    const path = `order_by.${index}`
    if (column === undefined) return refuse(check, path, 'column_missing')
    if (fn !== undefined || MeasureId.safeParse(column).success) return refuse(check, path, 'order_not_grouped')
    const use = checkColumn(check, column, `${path}.column`)
    return use && { use, isDescending: direction === 'desc' }
  })
  return { columns: columns.filter((use) => use !== null), orderBy: orderBy.filter((order) => order !== null) }
}

const listUses = (where: readonly CheckedCondition[], anyOf: readonly (readonly CheckedCondition[])[]) =>
  [...where, ...anyOf.flat()].map(({ use }) => use)

/** Returns each link that a plan uses once, by the order of the columns of the table. */
function listLinks(table: QueryTable, uses: readonly ColumnUse[]): LinkUse[] {
  const used = new Set(uses.map(({ link }) => link))
  return table.columns.filter(({ id }) => used.has(id)).flatMap(({ id }) => findLink(table, id) ?? [])
}

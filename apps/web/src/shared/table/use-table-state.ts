// The state of a table in the address: filters, sort order, page size and page. Reload, back and a shared link show the same rows.
import { limits } from '@heddle/contracts/limits'
import { Line } from '@heddle/contracts/wire'
import { useLayoutEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { z } from 'zod'
import type { RowCount } from './table.ts'

/** The filter of a KeywordField. */
export const keywordFilter = Line.min(1).max(200)

export const pageSizes = [20, 50, limits.maxPageSize] as const

export type SortOrder<Sort extends string> = { by: Sort; direction: 'asc' | 'desc' }

type Filters = Record<string, z.ZodType<string>>
type FilterValues<F extends Filters> = { [Name in keyof F]?: z.output<F[Name]> }

type TableDefinition<F extends Filters, Sort extends string> = {
  /** The filters by their names in the address, each with its schema; an invalid value is ignored. */
  filters: F
  sorts?: readonly Sort[]
  /** The sort order without one in the address. */
  defaultSort?: SortOrder<Sort>
}

/** The tokens of the previous pages, kept in the history entry: the server has only tokens of next pages. */
type PageTrail = { earlierPages: (string | null)[]; count?: RowCount }

const readTrail = (state: unknown): PageTrail | null =>
  typeof state === 'object' && state !== null && 'earlierPages' in state ? (state as PageTrail) : null

export type TableState<F extends Filters, Sort extends string> = ReturnType<typeof useTableState<F, Sort>>

/** The part of the state that the table itself needs, independent of the filters. */
export type TableViewState<Sort extends string> = Pick<
  TableState<Filters, Sort>,
  'sort' | 'sortBy' | 'pageToken' | 'pageSize' | 'setPageSize' | 'pageNumber' | 'knownCount' | 'goToNext' | 'goToPrevious' | 'goToFirst'
>

export function useTableState<F extends Filters, Sort extends string = never>({
  filters: schemas,
  sorts = [],
  defaultSort,
}: TableDefinition<F, Sort>) {
  const [search, setSearch] = useSearchParams()
  const location = useLocation()
  // Two changes may come before the first is rendered: the second one builds on the first.
  const latest = useRef(search)
  useLayoutEffect(() => {
    latest.current = search
  }, [search])
  const trail = readTrail(location.state)
  const pageToken = search.get('page') ?? undefined

  /** Changes the address, and returns to the first page. */
  function change(edit: (next: URLSearchParams) => void, options: { replace?: boolean } = {}) {
    const next = new URLSearchParams(latest.current)
    next.delete('page')
    edit(next)
    latest.current = next
    setSearch(next, { replace: options.replace })
  }

  function goTo(token: string | null, state: PageTrail | null) {
    const next = new URLSearchParams(search)
    if (token === null) next.delete('page')
    else next.set('page', token)
    setSearch(next, { state })
  }

  const sort = readSort(search.get('sort'), sorts) ?? defaultSort
  const size = Number(search.get('size'))
  const filters = readFilters(search, schemas)

  return {
    filters,
    isFiltered: Object.keys(filters).length > 0,
    /** An empty value removes the filter. `replace` adds no history entry, for input letter by letter. */
    setFilter: (name: keyof F & string, value: string | null | undefined, options?: { replace?: boolean }) =>
      change((next) => (value ? next.set(name, value) : next.delete(name)), options),
    clearFilters: () => change((next) => Object.keys(schemas).forEach((name) => next.delete(name))),

    sort,
    /** Sorts by a column: ascending first, then reversed. */
    sortBy: (by: Sort, direction: 'asc' | 'desc' = sort?.by === by && sort.direction === 'asc' ? 'desc' : 'asc') =>
      change((next) => next.set('sort', direction === 'asc' ? by : `-${by}`)),

    pageSize: pageSizes.find((known) => known === size) ?? pageSizes[0],
    setPageSize: (next: number) => change((params) => params.set('size', String(next))),
    pageToken,
    /** From 1; undefined on a page that was opened by its address. */
    pageNumber: pageToken === undefined ? 1 : trail ? trail.earlierPages.length + 1 : undefined,
    /** The count from the first page: the server counts only there. */
    knownCount: trail?.count,
    goToNext: (token: string, count: RowCount) =>
      goTo(token, pageToken && !trail ? null : { earlierPages: [...(trail?.earlierPages ?? []), pageToken ?? null], count }),
    /** Undefined when the previous page is unknown. */
    goToPrevious:
      pageToken === undefined || !trail
        ? undefined
        : () => goTo(trail.earlierPages.at(-1) ?? null, { ...trail, earlierPages: trail.earlierPages.slice(0, -1) }),
    goToFirst: () => goTo(null, null),
  }
}

function readFilters<F extends Filters>(search: URLSearchParams, schemas: F): FilterValues<F> {
  const given: Record<string, string> = {}
  for (const [name, schema] of Object.entries(schemas)) {
    const value = schema.safeParse(search.get(name)).data
    if (value) given[name] = value
  }
  return given as FilterValues<F>
}

function readSort<Sort extends string>(text: string | null, sorts: readonly Sort[]): SortOrder<Sort> | undefined {
  const by = sorts.find((known) => known === text?.replace(/^-/, ''))
  return by && { by, direction: text?.startsWith('-') ? 'desc' : 'asc' }
}

// The rows that were loaded, by their index in the order: blocks near the view, and the revisions of all that were seen.
import type { CellValue } from '@heddle/contracts/dataset/cell'
import type { ColumnId } from '@heddle/contracts/dataset/column'
import { ApiError } from '#shared/api/errors.ts'
import { createEvent } from '#shared/external-store.ts'
import { createBlockLoader } from './block-loader.ts'
import { createCellProblems } from './cell-problems.ts'
import { type CellContent, emptyContent } from './cell-text.ts'
import type { GridPort, GridQuery, GridRow } from './grid-port.ts'

const blockRows = 100
/** Six thousand rows of sixty columns; farther ones are loaded again. */
const maxBlocks = 60

type BlockRange = { readonly first: number; readonly last: number }

const toBlocks = (first: number, last: number): BlockRange => ({
  first: Math.floor(Math.max(0, first) / blockRows),
  last: Math.floor(Math.max(0, last) / blockRows),
})

export type GridRows = ReturnType<typeof createGridRows>

type RowsOptions = { port: Pick<GridPort, 'loadRows'>; query: GridQuery; onError: (error: unknown) => void }

export function createGridRows({ port, query: firstQuery, onError }: RowsOptions) {
  const changed = createEvent()
  let version = 0
  let total: number | null = null
  let query = firstQuery
  /** Raised when rows get another index: a block that was asked for before is of another order. */
  let generation = 0
  const blocks = new Map<number, readonly GridRow[]>()
  /** The blocks of the view, and those that an action waits for: they are not dropped. */
  const held = new Set<BlockRange>()
  let view = toBlocks(0, 0)
  const rowsById = new Map<string, { index: number; row: GridRow }>()
  const revisions = new Map<string, number>()
  const problems = createCellProblems()

  const publish = () => {
    version += 1
    changed.emit()
  }

  function keepRow(row: GridRow) {
    revisions.set(row.id, Math.max(row.revision, revisions.get(row.id) ?? 0))
    const known = rowsById.get(row.id)
    if (!known) return
    const block = Math.floor(known.index / blockRows)
    rowsById.set(row.id, { ...known, row })
    blocks.set(
      block,
      (blocks.get(block) ?? []).map((each) => (each.id === row.id ? row : each)),
    )
  }

  const isHeld = (block: number) => [view, ...held].some(({ first, last }) => block >= first && block <= last)

  function dropFarBlocks() {
    const near = view.first
    const farthest = [...blocks.keys()]
      .filter((block) => !isHeld(block))
      .toSorted((one, other) => Math.abs(other - near) - Math.abs(one - near))
    for (const block of farthest.slice(0, Math.max(0, blocks.size - maxBlocks))) {
      for (const { id } of blocks.get(block) ?? []) rowsById.delete(id)
      blocks.delete(block)
    }
  }

  async function loadBlock(block: number, isAgain = false): Promise<void> {
    const asked = generation
    const loaded = await port.loadRows(block * blockRows, blockRows, query)
    if (asked !== generation) return
    // It was read before a save that has ended meanwhile: its cells are older than what is shown.
    const isOlder = loaded.rows.some(({ id, revision }) => revision < (revisions.get(id) ?? 0))
    if (isOlder && !isAgain) return loadBlock(block, true)
    blocks.set(block, loaded.rows)
    loaded.rows.forEach((row, at) => {
      rowsById.set(row.id, { index: block * blockRows + at, row })
      revisions.set(row.id, row.revision)
    })
    total = loaded.total ?? total
    dropFarBlocks()
    publish()
  }

  const loader = createBlockLoader((block) => loadBlock(block))

  /** The blocks of a range that are still to be loaded; none when rows have another index. */
  function* listMissing({ first, last }: BlockRange) {
    const asked = generation
    for (let block = first; block <= last && asked === generation; block += 1) if (!blocks.has(block)) yield block
  }

  const readLast = (last: number) => (total === null ? last : Math.min(last, total - 1))

  /** The rows from `first` to `last` of those that there are; null when one is not loaded. */
  function readRange(first: number, last: number): readonly GridRow[] | null {
    const end = readLast(last)
    const found = Array.from({ length: Math.max(0, end - first + 1) }, (_, offset) => at(first + offset))
    return found.every((row) => row !== undefined) ? found : null
  }

  /**
   * Returns the rows from `first` to `last`, both included, of those that there are, and loads what is missing. Throws when they have another
   * index meanwhile, or one is gone: an action with some of its rows would be half done.
   */
  async function load(first: number, last: number): Promise<readonly GridRow[]> {
    const asked = generation
    const range = toBlocks(first, readLast(last))
    held.add(range)
    try {
      await loader.loadEach(listMissing(range))
      const found = asked === generation ? readRange(first, last) : null
      if (found) return found
    } finally {
      held.delete(range)
    }
    if (asked === generation) void reload()
    throw new ApiError(409, 'CONFLICT', 'The rows have changed while they were loaded.')
  }

  /** Loads the blocks of some rows again, for what the service has of them now. A row far from the view is loaded when it is shown. */
  async function refresh(ids: readonly string[]) {
    const stale = new Set(ids.flatMap((id) => rowsById.get(id)?.index ?? []).map((index) => Math.floor(index / blockRows)))
    await Promise.all([...stale].map((block) => loadBlock(block))).catch(onError)
  }

  /** Forgets the rows and their order, and loads the first again; what is no value stays. */
  function reload() {
    generation += 1
    blocks.clear()
    loader.restart()
    rowsById.clear()
    publish()
    return loader.loadOnce(0).catch(onError)
  }

  const at = (index: number): GridRow | undefined => blocks.get(Math.floor(index / blockRows))?.[index % blockRows]

  return {
    subscribe: changed.subscribe,
    readVersion: () => version,
    readTotal: () => total,
    readGeneration: () => generation,
    at,
    findIndex: (id: string) => rowsById.get(id)?.index,
    /** Loads the rows of the view. */
    show(first: number, last: number) {
      view = toBlocks(first, readLast(last))
      for (const block of listMissing(view)) void loader.loadOnce(block).catch(onError)
    },
    load,
    readRange,
    refresh,
    reload,
    /** Shows other rows, or the same in another order. */
    async ask(next: GridQuery) {
      if (next === query) return
      query = next
      await reload()
    },
    contentAt: (row: GridRow, column: ColumnId): CellContent =>
      problems.find(row.id, column) ?? (row.cells[column] === undefined ? emptyContent : { value: row.cells[column] }),
    setContent(id: string, column: ColumnId, content: CellContent) {
      problems.set(id, column, content)
      const known = rowsById.get(id)
      if (known && 'value' in content)
        keepRow({ ...known.row, cells: { ...known.row.cells, [column]: content.value } satisfies Record<string, CellValue> })
    },
    problems,
    keepRow,
    revisionOf: (id: string) => revisions.get(id) ?? 0,
    setRevision: (id: string, revision: number) => void revisions.set(id, revision),
    publish,
  }
}

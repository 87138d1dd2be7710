import { type ComponentProps, createContext, use } from 'react'
import { DataTable } from './DataTable.tsx'

/** Of a table that is read in groups of rows: which group it is; null for a table that is read whole. */
export const TablePartContext = createContext<'first' | 'further' | null>(null)

export function Table({ children }: ComponentProps<'table'>) {
  return use(TablePartContext) ? children : <DataTable>{children}</DataTable>
}

/** Each group is read with the head, which is shown once. */
export function TableHead({ children }: ComponentProps<'thead'>) {
  return use(TablePartContext) === 'further' ? null : <thead>{children}</thead>
}

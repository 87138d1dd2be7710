import type { ReactNode } from 'react'
import classes from './DifferenceTable.module.css'

type DifferenceTableProps = {
  titles: { field: string; mine: string; theirs: string }
  rows: readonly { path: string; label: string; mine: ReactNode; theirs: ReactNode }[]
}

/** The fields in which the user's version differs from the stored one. */
export function DifferenceTable({ titles, rows }: DifferenceTableProps) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{titles.field}</th>
          <th scope="col">{titles.mine}</th>
          <th scope="col">{titles.theirs}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ path, label, mine, theirs }) => (
          <tr key={path}>
            <th scope="row">{label}</th>
            <td data-label={titles.mine}>{mine}</td>
            <td data-label={titles.theirs}>{theirs}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

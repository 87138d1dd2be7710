import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../Preview.module.css'
import type { CitedTable } from './table-rows.ts'

/** Rows that are rendered at a time. */
const rowsAtOnce = 200

export function TablePreview({ table }: { table: CitedTable }) {
  const { t } = useTranslation('document')
  const { opensAt } = table
  const [from, setFrom] = useState(() => Math.max(0, opensAt - rowsAtOnce / 4))
  const [to, setTo] = useState(from + rowsAtOnce)
  const cited = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    cited.current?.scrollIntoView({ block: 'center' })
  }, [])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
    <div className={classes.table} tabIndex={0} role="group" aria-label={t('preview')}>
      {from > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => setFrom(Math.max(0, from - rowsAtOnce))}>
          {t('moreRows')}
        </Button>
      )}
      <table>
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              <th key={index} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(from, to).map(({ cells, isCited, isSentence }, index) => (
            <tr
              key={from + index}
              ref={from + index === opensAt ? cited : undefined}
              data-cited={isCited || undefined}
              data-sentence={isSentence || undefined}
            >
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {to < table.rows.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setTo(to + rowsAtOnce)}>
          {t('moreRows')}
        </Button>
      )}
    </div>
  )
}

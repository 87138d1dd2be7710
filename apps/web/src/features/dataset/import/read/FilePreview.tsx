import { Badge, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../import.module.css'
import { type PlanTable, toLetters } from '../mapping.ts'

/** Columns that are drawn; the others are told by their names below. */
const maxColumns = 30

/** The first rows of the sheet, with what each is for the table. */
export function FilePreview({ table: { head, layout } }: { table: PlanTable }) {
  const { t } = useTranslation('import')
  const width = Math.max(0, ...head.map(({ cells }) => cells.length))
  const columns = Array.from({ length: Math.min(width, maxColumns) }, (_, index) => index)
  const toRole = (row: number) =>
    layout.header_rows.includes(row) ? 'header' : row === layout.unit_row ? 'unit' : row < layout.first_row ? 'above' : 'row'
  return (
    <>
      <Text component="h3" fw={600} size="sm" mt="md" mb={4}>
        {t('read.preview')}
      </Text>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reached by the keyboard. */}
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('read.preview')}>
        <table className={classes.preview} translate="no">
          <thead>
            <tr>
              <th scope="col">{t('read.row')}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {toLetters(column + 1)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {head.map(({ row, cells }) => {
              const role = toRole(row)
              return (
                <tr key={row} data-role={role}>
                  <th scope="row">
                    {row}
                    {(role === 'header' || role === 'unit') && (
                      <Badge ml={6} size="sm" variant="light" tt="none">
                        {t(`read.role.${role}`)}
                      </Badge>
                    )}
                  </th>
                  {columns.map((column) => (
                    <td key={column}>{cells[column] ?? ''}</td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {width > maxColumns && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('read.moreColumns', { count: width - maxColumns, amount: width - maxColumns })}
        </Text>
      )}
    </>
  )
}

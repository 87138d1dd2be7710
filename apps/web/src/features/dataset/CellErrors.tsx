import { CellErrorReason } from '@heddle/contracts/dataset/row'
import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { z } from 'zod'
import { datasetQueries } from '#entities/dataset/datasets.queries.ts'
import { useLanguage, useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'

const Params = z.object({
  count: z.int(),
  cells: z.array(z.object({ row_id: z.string(), row_no: z.int(), column: z.string(), reason: CellErrorReason })),
})

const maxShown = 10

type CellErrorsProps = {
  datasetId: string
  /** Of `DATASET_CELLS_INVALID`. */
  params: unknown
  /** What a link closes, when it leads out of it. */
  onOpen?: () => void
}

/** The cells that do not fit, with links to their rows. Text alone, so that it can be the error of a field. */
export function CellErrors({ datasetId, params, onOpen }: CellErrorsProps) {
  const { t } = useTranslation('dataset')
  const { tag } = useLanguage()
  const localized = useLocalized()
  const { data: dataset } = useQuery(datasetQueries.detail(datasetId))
  const { data } = Params.safeParse(params)
  if (!data) return t('cells.some')
  const names = new Map(dataset?.columns.map(({ id, name }) => [id, localized(name)]))
  const shown = data.cells.slice(0, maxShown)
  const hidden = data.count - shown.length
  return (
    <>
      {t('cells.count', { count: data.count, amount: data.count.toLocaleString(tag) })}
      {shown.map(({ row_id: rowId, row_no: row, column, reason }) => (
        <Anchor
          key={`${rowId} ${column} ${reason}`}
          component={Link}
          to={paths.dataset(datasetId, { row })}
          onClick={onOpen}
          inherit
          display="block"
        >
          {t('cells.cell', { row: row.toLocaleString(tag), column: names.get(column) ?? column, reason: t(`cells.reason.${reason}`) })}
        </Anchor>
      ))}
      {hidden > 0 && (
        <Text component="span" inherit display="block">
          {t('cells.more', { count: hidden, amount: hidden.toLocaleString(tag) })}
        </Text>
      )}
    </>
  )
}

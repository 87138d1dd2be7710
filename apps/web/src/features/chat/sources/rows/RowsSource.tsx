import { exportCitedRows } from '@heddle/contracts/citation/cited-original'
import type { CitedRows } from '@heddle/contracts/message/cited-rows'
import type { MessageSource } from '@heddle/contracts/message/message'
import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePermission } from '#entities/auth/session.queries.ts'
import { ResultRows } from '#entities/dataset/result/ResultRows.tsx'
import { formatDateTime } from '#shared/dates.ts'
import { useDownload } from '#shared/files/use-download.ts'
import { paths } from '#shared/paths.ts'
import type { CitedKey } from '../original.queries.ts'
import classes from './RowsSource.module.css'

/** A source whose rows are of a dataset. */
export type DatasetSource = MessageSource & { readonly rows: CitedRows }

type RowsSourceProps = { cited: CitedKey; source: DatasetSource; statement: string }

/** The rows of a source: as a table or a chart, as a file, and where they are of. */
export function RowsSource({ cited, source: { rows, passage: query }, statement }: RowsSourceProps) {
  const { t } = useTranslation('chat')
  return (
    <div className={classes.root}>
      <ResultRows rows={rows} query={query} statement={statement} />
      <Text size="xs" c="dimmed" mt={6}>
        {t('sources.rows.version', { number: rows.version })}
      </Text>
      <Group gap="xs" mt="xs">
        <Downloads cited={cited} />
        <DatasetLink rows={rows} />
      </Group>
    </div>
  )
}

const mediaTypes = { csv: 'text/csv', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const

function Downloads({ cited }: { cited: CitedKey }) {
  const { t } = useTranslation('chat')
  const downloads = { csv: useDownload(exportCitedRows, mediaTypes.csv), xlsx: useDownload(exportCitedRows, mediaTypes.xlsx) }
  return (['csv', 'xlsx'] as const).map((format) => (
    <Button
      key={format}
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={downloads[format].isDownloading}
      onClick={() =>
        downloads[format].download({
          request: { params: cited, query: { format } },
          fileName: `rows-${formatDateTime(new Date()).slice(0, 10)}.${format}`,
        })
      }
    >
      {t('sources.rows.download', { format: format.toUpperCase() })}
    </Button>
  ))
}

/** The way to the dataset, for those who manage it. */
function DatasetLink({ rows: { dataset_ids: ids } }: { rows: CitedRows }) {
  const { t } = useTranslation('chat')
  const isManager = usePermission('manage_knowledge')
  const [id] = ids
  if (!isManager || id === undefined) return null
  return (
    <Anchor component={Link} to={paths.dataset(id)} size="sm" className={classes.link}>
      <IconExternalLink size={16} aria-hidden />
      {t('sources.rows.open')}
    </Anchor>
  )
}

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFileSize } from '#shared/files/use-file-size.ts'
import { readyQuery } from '#shared/table/ready-query.ts'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { useTableState } from '#shared/table/use-table-state.ts'
import { Section } from '#shared/ui/layout/Section.tsx'

type StoredItem = { id: string; area: 'local' | 'session'; name: string; bytes: number }

const maxItems = 200

/** The names and sizes of what this browser has stored, the largest first. The values are not shown: tokens and drafts are among them. */
function listStoredItems(): StoredItem[] {
  const list = (area: StoredItem['area'], storage: Storage) =>
    Object.keys(storage).map((name) => ({ id: `${area} ${name}`, area, name, bytes: new Blob([storage.getItem(name) ?? '']).size }))
  const items = [...list('local', localStorage), ...list('session', sessionStorage)]
  return items.toSorted((a, b) => b.bytes - a.bytes).slice(0, maxItems)
}

export function BrowserStorage() {
  const { t } = useTranslation('debug')
  const formatSize = useFileSize()
  const tableState = useTableState({ filters: {} })
  const columns: readonly Column<StoredItem>[] = [
    {
      key: 'name',
      title: t('storage.name'),
      isRowHeader: true,
      render: ({ name }) => (
        <code translate="no" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </code>
      ),
    },
    { key: 'area', title: t('storage.area'), width: 190, render: ({ area }) => t(`storage.${area}`) },
    { key: 'size', title: t('storage.size'), width: 120, render: ({ bytes }) => formatSize(bytes) },
  ]
  return (
    <Section title={t('storage.title')} hint={t('storage.hint')}>
      <ServerTable
        label={t('storage.title')}
        columns={columns}
        query={readyQuery(listStoredItems())}
        tableState={tableState}
        empty={
          <Text size="sm" c="dimmed">
            {t('storage.none')}
          </Text>
        }
      />
    </Section>
  )
}

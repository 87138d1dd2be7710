import type { DebugCommon, ShownSetting } from '@heddle/contracts/debug/debug'
import { Badge, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { readyQuery } from '#shared/table/ready-query.ts'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { useTableState } from '#shared/table/use-table-state.ts'
import { Section } from '#shared/ui/layout/Section.tsx'

/** The configuration without keys and passwords. */
export function ShownSettings({ common: { settings } }: { common: DebugCommon }) {
  const { t } = useTranslation('debug')
  const tableState = useTableState({ filters: {} })
  const columns: readonly Column<ShownSetting & { id: string }>[] = [
    { key: 'name', title: t('settings.name'), isRowHeader: true, width: '45%', render: ({ name }) => <code translate="no">{name}</code> },
    { key: 'value', title: t('settings.value'), render: (setting) => <SettingValue {...setting} /> },
  ]
  return (
    <Section title={t('settings.title')} hint={t('settings.hint')}>
      <ServerTable
        label={t('settings.title')}
        columns={columns}
        query={readyQuery(settings.map((setting) => ({ id: setting.name, ...setting })))}
        tableState={tableState}
        isQuiet={({ value, is_hidden: isHidden }) => value === null && !isHidden}
        empty={null}
      />
    </Section>
  )
}

function SettingValue({ value, is_hidden: isHidden }: ShownSetting) {
  const { t } = useTranslation('debug')
  if (isHidden)
    return (
      <Badge variant="light" color="gray" tt="none" fw={550}>
        {t('settings.hidden')}
      </Badge>
    )
  return value === null ? (
    <Text component="span" size="sm" c="dimmed">
      {t('settings.unset')}
    </Text>
  ) : (
    <span style={{ overflowWrap: 'anywhere' }}>{value}</span>
  )
}

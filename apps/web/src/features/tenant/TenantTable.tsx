import type { Tenant } from '@heddle/contracts/tenant/tenant'
import { languageNames } from '@heddle/contracts/languages'
import { ColorSwatch, Group } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { KeywordField } from '#shared/table/KeywordField.tsx'
import { NameWithDefault } from '#shared/table/NameWithDefault.tsx'
import { RowLink } from '#shared/table/RowLink.tsx'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { TableToolbar } from '#shared/table/TableToolbar.tsx'
import { TimeText } from '#shared/table/TimeText.tsx'
import { keywordFilter, useTableState } from '#shared/table/use-table-state.ts'
import { ownColor } from '#shared/theme/theme.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { tenantQueries } from './tenants.queries.ts'

const definition = { filters: { keyword: keywordFilter } }

/** The tenants of the installation. */
export function TenantTable() {
  const { t } = useTranslation('tenant')
  const localized = useLocalized()
  const table = useTableState(definition)
  const { keyword } = table.filters
  const query = useQuery(
    tenantQueries.list({
      page_size: table.pageSize,
      ...(table.pageToken !== undefined && { page_token: table.pageToken }),
      ...(keyword !== undefined && { keyword }),
    }),
  )

  const columns: readonly Column<Tenant>[] = [
    {
      key: 'name',
      title: t('field.name'),
      isRowHeader: true,
      render: ({ id, name, primary_color: color }) => (
        <Group gap="sm" wrap="nowrap">
          <ColorSwatch color={color ?? ownColor} size={14} withShadow={false} aria-hidden />
          <NameWithDefault name={name}>
            <RowLink to={paths.tenant(id)}>{localized(name)}</RowLink>
          </NameWithDefault>
        </Group>
      ),
    },
    { key: 'hostname', title: t('field.hostname'), render: ({ hostname }) => hostname },
    { key: 'users', title: t('column.users'), width: 110, render: ({ user_count: count }) => count },
    { key: 'groups', title: t('column.groups'), width: 110, render: ({ group_count: count }) => count },
    {
      key: 'language',
      title: t('field.defaultLanguage'),
      width: 150,
      hiddenOnPhone: true,
      render: ({ default_language: language }) => languageNames[language],
    },
    {
      key: 'updated',
      title: t('column.updated'),
      width: 160,
      hiddenOnPhone: true,
      render: ({ updated_at: time }) => <TimeText time={time} />,
    },
  ]

  return (
    <>
      <TableToolbar tableState={table} search={<KeywordField label={t('search')} tableState={table} />} />
      <ServerTable
        label={t('title')}
        columns={columns}
        query={query}
        tableState={table}
        empty={<EmptyState icon={<IconBuilding size={36} stroke={1.4} />} title={t('empty.title')} hint={t('empty.hint')} />}
      />
    </>
  )
}

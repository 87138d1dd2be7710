import type { CallBucket } from '@heddle/contracts/debug/debug'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLanguage, useLocalized } from '#i18n/use-language.ts'
import { readyQuery } from '#shared/table/ready-query.ts'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { useTableState } from '#shared/table/use-table-state.ts'
import { Section } from '#shared/ui/layout/Section.tsx'

/** What the users of the tenant have used of the rate limit in the last seconds, one's own first. */
export function CallBuckets({ buckets }: { buckets: readonly CallBucket[] }) {
  const { t } = useTranslation('debug')
  const { tag } = useLanguage()
  const localized = useLocalized()
  const tableState = useTableState({ filters: {} })
  const number = new Intl.NumberFormat(tag)
  // Buckets drain within seconds: a time to the minute would say nothing.
  const time = new Intl.DateTimeFormat(tag, { timeStyle: 'medium' })
  const columns: readonly Column<CallBucket & { id: string }>[] = [
    {
      key: 'user',
      title: t('bucket.user'),
      isRowHeader: true,
      render: ({ user, is_own: isOwn }) => (isOwn ? t('bucket.own', { name: localized(user.name) }) : localized(user.name)),
    },
    { key: 'kind', title: t('bucket.kind'), width: '24%', render: ({ kind }) => t(`bucket.${kind}`) },
    { key: 'used', title: t('bucket.used'), width: 150, render: ({ used, max }) => `${number.format(used)} / ${number.format(max)}` },
    { key: 'resets', title: t('bucket.resets'), width: 160, render: ({ resets_at: at }) => time.format(new Date(at)) },
  ]
  return (
    <Section title={t('bucket.title')} hint={t('bucket.hint')}>
      <ServerTable
        label={t('bucket.title')}
        columns={columns}
        query={readyQuery(buckets.map((bucket) => ({ id: `${bucket.user.id} ${bucket.kind}`, ...bucket })))}
        tableState={tableState}
        empty={
          <Text size="sm" c="dimmed">
            {t('bucket.none')}
          </Text>
        }
      />
    </Section>
  )
}

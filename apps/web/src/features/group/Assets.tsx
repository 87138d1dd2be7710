import type { Group, GroupAssets } from '@heddle/contracts/group/group'
import { Anchor, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { oneGroupQueries } from './groups.queries.ts'

/** The assistants, workflows, collections and datasets of a group. */
export function Assets({ group }: { group: Group }) {
  const { t } = useTranslation('group')
  const { data, error, isPending, refetch } = useQuery(oneGroupQueries.assets(group.id))
  return (
    <Section title={t('assets.title')} hint={t('assets.hint')}>
      {isPending && <Skeleton height={20} width="40%" />}
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {data && <AssetLists assets={data} />}
    </Section>
  )
}

export function AssetLists({ assets: { assistants, workflows, collections, datasets } }: { assets: GroupAssets }) {
  const { t } = useTranslation('group')
  if (assistants.count + workflows.count + collections.count + datasets.count === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('assets.none')}
      </Text>
    )
  }
  return (
    <Stack gap="md">
      {assistants.count > 0 && (
        <AssetList
          title={t('assets.assistants', { count: assistants.count })}
          owned={assistants}
          linkTo={(assistantId) => paths.newChat({ assistantId })}
        />
      )}
      {workflows.count > 0 && <AssetList title={t('assets.workflows', { count: workflows.count })} owned={workflows} />}
      {collections.count > 0 && <AssetList title={t('assets.collections', { count: collections.count })} owned={collections} />}
      {datasets.count > 0 && <AssetList title={t('assets.datasets', { count: datasets.count })} owned={datasets} />}
    </Stack>
  )
}

type AssetListProps = { title: string; owned: GroupAssets['assistants']; linkTo?: (id: string) => string }

function AssetList({ title, owned: { count, items }, linkTo }: AssetListProps) {
  const { t } = useTranslation('group')
  const localized = useLocalized()
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {title}
      </Text>
      <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
        {items.map(({ id, name }) => (
          <Text key={id} component="li" size="sm">
            {linkTo ? (
              <Anchor component={Link} to={linkTo(id)} inherit>
                {localized(name)}
              </Anchor>
            ) : (
              localized(name)
            )}
          </Text>
        ))}
        {count > items.length && (
          <Text component="li" size="sm" c="dimmed">
            {t('assets.more', { count: count - items.length })}
          </Text>
        )}
      </Stack>
    </div>
  )
}

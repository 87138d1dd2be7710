import { Alert, Anchor, Group, Loader, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { qaReviewQuery } from './qa-test.queries.ts'

/** Says before a publication how many near-equal questions have different answers. The link to them closes what it is in. */
export function NearEqualNotice({ datasetId, onOpen }: { datasetId: string; onOpen: () => void }) {
  const { t } = useTranslation('dataset')
  const { data, error } = useQuery(qaReviewQuery(datasetId))
  if (error) return <ErrorAlert error={error} />
  if (!data)
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" aria-hidden />
        <Text size="sm">{t('publish.comparing')}</Text>
      </Group>
    )
  const count = data.near_equal.length
  if (count === 0) return null
  return (
    <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} role="status">
      {t('publish.nearEqual', { count, amount: data.is_cut ? `${count}+` : count })}{' '}
      <Anchor component={Link} to={paths.dataset(datasetId, { tab: 'test' })} onClick={onOpen} inherit>
        {t('publish.showNearEqual')}
      </Anchor>
    </Alert>
  )
}

import { Anchor, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AttentionList } from '#features/overview/AttentionList.tsx'
import { HealthCards } from '#features/overview/HealthCards.tsx'
import { overviewQuery } from '#features/overview/overview.queries.ts'
import { TodayTiles } from '#features/usage/TodayTiles.tsx'
import { paths } from '#shared/paths.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import classes from './AdminHome.module.css'

/** What an administrator looks at first: health, what needs attention, and the usage of today. */
export function AdminHome() {
  const { t } = useTranslation('overview')
  const { data, error, refetch } = useQuery(overviewQuery)
  return (
    <section aria-labelledby="admin-home" className={classes.overview}>
      <Title order={2} id="admin-home" fz="md" data-tour="overview">
        {t('heading')}
      </Title>
      {data ? (
        <>
          <HealthCards overview={data} />
          <div>
            <Title order={3} fz="sm" mb={6}>
              {t('attention.heading')}
            </Title>
            <AttentionList overview={data} />
          </div>
          <div>
            <div className={classes.head}>
              <Title order={3} fz="sm">
                {t('today.heading')}
              </Title>
              <Anchor component={Link} to={paths.usageSummary({ range: 'today' })} size="sm">
                {t('today.details')}
              </Anchor>
            </div>
            {data.today ? (
              <TodayTiles usage={data.today.usage} />
            ) : (
              <Text size="sm" c="dimmed">
                {t('health.unknown')}
              </Text>
            )}
          </div>
        </>
      ) : error ? (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={300} radius="lg" />
      )}
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe } from '#entities/auth/session.queries.ts'
import { CallBuckets } from '#features/debug/CallBuckets.tsx'
import { debugQueries } from '#features/debug/debug.queries.ts'
import { HeldReservations } from '#features/usage-limit/HeldReservations.tsx'
import { UserLimits } from '#features/usage-limit/UserLimits.tsx'
import { DebugPage } from './DebugPage.tsx'

/** One's own counters, what running replies hold of the limits, and the buckets of the rate limit. */
export function DebugLimitPage() {
  const { id } = useMe()
  const { t } = useTranslation('debug')
  const query = useQuery(debugQueries.limits())
  return (
    <DebugPage title={t('limit.title')} hint={t('limit.hint')} query={query}>
      {({ buckets, reservations, has_more_reservations: hasMore }) => (
        <>
          <UserLimits userId={id} />
          <HeldReservations reservations={reservations} hasMore={hasMore} />
          <CallBuckets buckets={buckets} />
        </>
      )}
    </DebugPage>
  )
}

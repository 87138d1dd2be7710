import { offerTour } from '@heddle/contracts/people/preference'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { sessionQueries, useSession } from '#entities/session/session.queries.ts'
import { call } from '#shared/api/client.ts'
import { lazyExtra } from '#shared/lazy-extra.ts'
import { paths } from '#shared/paths.ts'
import { tourStore } from './tour-store.ts'

const TourOffer = lazyExtra(async () => (await import('./TourOffer.tsx')).TourOffer)
const TourSteps = lazyExtra(async () => (await import('./TourSteps.tsx')).TourSteps)

/** Offers the tour at the first sign-in, and shows it. The service says in which of several tabs it is offered. */
export function TourHost() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { is_tour_due: isDue } = useSession()
  const state = useSyncExternalStore(tourStore.subscribe, tourStore.read)

  useEffect(() => {
    if (!isDue) return
    void call(offerTour)
      .then(({ is_offered }) => is_offered && tourStore.set('offered'))
      // Without the service the tour is offered at the next visit.
      .catch(() => {})
      .finally(() => queryClient.setQueryData(sessionQueries.me().queryKey, (me) => me && { ...me, is_tour_due: false }))
  }, [isDue, queryClient])

  function handleStart() {
    tourStore.set('running')
    void navigate(paths.newChat())
  }

  const handleLeave = () => tourStore.set('idle')
  return (
    <Suspense>
      {state === 'offered' && <TourOffer onStart={handleStart} onLeave={handleLeave} />}
      {state === 'running' && <TourSteps onLeave={handleLeave} />}
    </Suspense>
  )
}

import { offerTour } from '@heddle/contracts/preference/preference'
import { useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { sessionQueries, useSession } from '#entities/auth/session.queries.ts'
import { call } from '#shared/api/client.ts'
import { lazyExtra } from '#shared/lazy-extra.ts'
import { tourStore } from './tour-store.ts'
import { useStartTour } from './use-start-tour.ts'

const loadTexts = () => i18next.loadNamespaces('tour')
const TourOffer = lazyExtra(async () => (await Promise.all([import('./TourOffer.tsx'), loadTexts()]))[0].TourOffer)
const TourSteps = lazyExtra(async () => (await Promise.all([import('./TourSteps.tsx'), loadTexts()]))[0].TourSteps)

/** Offers a tour at the first sign-in, an administrator that of setting up, and shows it. The service says in which of several tabs it is offered. */
export function TourHost() {
  const start = useStartTour()
  const queryClient = useQueryClient()
  const { is_tour_due: isDue, permissions } = useSession()
  const offered = permissions.includes('administer') ? 'setUp' : 'chat'
  const state = useSyncExternalStore(tourStore.subscribe, tourStore.read)

  useEffect(() => {
    if (!isDue) return
    void call(offerTour)
      .then(({ is_offered }) => is_offered && tourStore.set('offered'))
      // Without the service the tour is offered at the next visit.
      .catch(() => {})
      .finally(() => queryClient.setQueryData(sessionQueries.me().queryKey, (me) => me && { ...me, is_tour_due: false }))
  }, [isDue, queryClient])

  const handleLeave = () => tourStore.set('idle')
  return (
    <Suspense>
      {state === 'offered' && <TourOffer tour={offered} onStart={() => start(offered)} onLeave={handleLeave} />}
      {state !== 'idle' && state !== 'offered' && <TourSteps tour={state} onLeave={handleLeave} />}
    </Suspense>
  )
}

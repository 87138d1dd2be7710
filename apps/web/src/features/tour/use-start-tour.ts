import { useNavigate } from 'react-router'
import { paths } from '#shared/paths.ts'
import type { TourName } from './tour-steps.ts'
import { tourStore } from './tour-store.ts'

/** Returns what starts a tour on the page that it is about. */
export function useStartTour(): (tour: TourName) => void {
  const navigate = useNavigate()
  return (tour) => {
    tourStore.set(tour)
    void navigate(tour === 'chat' ? paths.newChat() : paths.home())
  }
}

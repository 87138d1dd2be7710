import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type BlockerFunction, type Location, useBlocker } from 'react-router'
import { paths } from '../paths.ts'
import { isSignedIn } from '../api/session-storage.ts'
import { confirmLeave } from './confirm-leave.ts'
import { hasUnsaved } from './unsaved.ts'

const isOtherPage = (from: Location, to: Location) => from.pathname !== to.pathname

type LeaveGuardProps = {
  /** Whether a form goes with the change of the address; with that of the path by default. */
  endsForm?: (from: Location, to: Location) => boolean
}

/** Asks before a page with an unsaved form is left or closed. Rendered once in the layout of such pages. */
export function LeaveGuard({ endsForm = isOtherPage }: LeaveGuardProps) {
  const { t } = useTranslation('form')
  const isInTheWay = useCallback<BlockerFunction>(
    // A user who is signed out, or has to choose a password first, could not save anyway.
    ({ currentLocation, nextLocation }) =>
      hasUnsaved() && endsForm(currentLocation, nextLocation) && isSignedIn() && nextLocation.pathname !== paths.password(),
    [endsForm],
  )
  const blocker = useBlocker(isInTheWay)

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirmLeave(t).then((leaves) => (leaves ? blocker.proceed() : blocker.reset()))
  }, [blocker, t])

  useEffect(() => {
    const handleUnload = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', handleUnload)
    return () => window.removeEventListener('beforeunload', handleUnload)
  }, [])

  return null
}

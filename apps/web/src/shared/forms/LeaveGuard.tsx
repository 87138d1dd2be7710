import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type BlockerFunction, useBlocker } from 'react-router'
import { paths } from '../paths.ts'
import { isSignedIn } from '../api/session-storage.ts'
import { confirmLeave } from './confirm-leave.ts'
import { hasUnsaved } from './unsaved.ts'

// A user who is signed out, or has to choose a password first, could not save anyway.
const isInTheWay: BlockerFunction = ({ currentLocation, nextLocation }) =>
  hasUnsaved() && currentLocation.pathname !== nextLocation.pathname && isSignedIn() && nextLocation.pathname !== paths.password()

/** Asks before a page with an unsaved form is left or closed. Rendered once in the layout of such pages. */
export function LeaveGuard() {
  const { t } = useTranslation('form')
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

import { useState } from 'react'
import { useLocation } from 'react-router'

/** Calls `onLeave`, which may set states of the component, before the page of another path is shown: what is open belongs to the last one. */
export function useLeavePage(onLeave: () => void): void {
  const { pathname } = useLocation()
  const [shown, setShown] = useState(pathname)
  if (shown === pathname) return
  setShown(pathname)
  onLeave()
}

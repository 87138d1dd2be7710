// The open menu of a small screen is an entry of the browser's history, so that Back closes it before it leaves the page.
import { type MouseEvent, useCallback, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readMenuKey } from '#shared/page-key.ts'

/** Returns whether the menu is open, and what opens and closes it. */
export function useMenuEntry() {
  const navigate = useNavigate()
  const location = useLocation()
  const { key, state } = location
  const isOpen = readMenuKey(state) !== null
  /** The entry that is being left: closing twice would leave the page. */
  const previous = useRef<string | null>(null)

  const open = useCallback(() => {
    if (!isOpen) void navigate(location, { state: { ...(state as object | null), menu: key } })
  }, [isOpen, navigate, location, state, key])

  const close = useCallback(() => {
    if (!isOpen || previous.current === key) return
    previous.current = key
    void navigate(-1)
  }, [isOpen, navigate, key])

  /** A page that is chosen in the menu takes the place of its entry. */
  function handleClickCapture(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(link.pathname + link.search, { replace: true })
  }

  return { isOpen, open, close, handleClickCapture }
}

import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

let target: HTMLElement | null = null
const listeners = new Set<() => void>()

function setTarget(element: HTMLElement | null) {
  target = element
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Where the top bar takes what the page gives it. */
export function TopBarSlotTarget({ className }: { className?: string }) {
  return <div ref={setTarget} className={className} />
}

/** Puts a page's title or actions into the left of the top bar. */
export function TopBarSlot({ children }: { children: ReactNode }) {
  const element = useSyncExternalStore(subscribe, () => target)
  return element && createPortal(children, element)
}

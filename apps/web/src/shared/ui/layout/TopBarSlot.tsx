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

/** The part of the top bar that pages fill. */
export function TopBarSlotTarget({ className }: { className?: string }) {
  return <div ref={setTarget} className={className} />
}

/** Renders a page's title or actions in the left part of the top bar. */
export function TopBarSlot({ children }: { children: ReactNode }) {
  const element = useSyncExternalStore(subscribe, () => target)
  return element && createPortal(children, element)
}

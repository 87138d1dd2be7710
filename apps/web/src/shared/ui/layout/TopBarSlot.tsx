import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { createStore } from '../../external-store.ts'

const { subscribe, read, set: setTarget } = createStore<HTMLElement | null>(null)

/** The part of the top bar that pages fill. */
export function TopBarSlotTarget({ className }: { className?: string }) {
  return <div ref={setTarget} className={className} />
}

/** Renders a page's title or actions in the left part of the top bar. */
export function TopBarSlot({ children }: { children: ReactNode }) {
  const element = useSyncExternalStore(subscribe, read)
  return element && createPortal(children, element)
}

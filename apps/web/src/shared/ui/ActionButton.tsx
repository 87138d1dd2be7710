import { type ReactNode, type Ref, useId } from 'react'
import classes from './ActionButton.module.css'

type ActionButtonProps = {
  id?: string
  label: string
  /** Why it can not be pressed; it stays in the way of the keyboard, to say so. */
  reason?: string | null
  isPressed?: boolean
  onClick: () => void
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

/**
 * One of the small buttons at a message. Plain, with a hint in CSS: a long chat that scrolls makes many at once, and what a
 * floating hint needs for each costs more than the rest of the row.
 */
export function ActionButton({ id, label, reason = null, isPressed, onClick, ref, children }: ActionButtonProps) {
  const reasonId = useId()
  const isOff = reason !== null
  return (
    <>
      <button
        ref={ref}
        id={id}
        type="button"
        className={classes.root}
        aria-label={label}
        aria-pressed={isPressed}
        aria-disabled={isOff || undefined}
        aria-describedby={isOff ? reasonId : undefined}
        data-hint={isOff ? `${label} · ${reason}` : label}
        onClick={isOff ? undefined : onClick}
      >
        {children}
      </button>
      {isOff && (
        <span id={reasonId} hidden>
          {reason}
        </span>
      )}
    </>
  )
}

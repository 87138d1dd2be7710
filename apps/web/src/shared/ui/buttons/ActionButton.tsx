import { type ReactNode, type Ref, useId } from 'react'
import classes from './ActionButton.module.css'

type ActionButtonProps = {
  id?: string
  label: string
  /** Why the button is disabled; it stays focusable, to show the reason. */
  reason?: string | null
  isPressed?: boolean
  onClick: () => void
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

/**
 * A small button of a message. Plain, with a tooltip in CSS: a scrolling chat renders many, and a floating tooltip for each costs more
 * than the rest of the row.
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

import { ActionIcon, Tooltip } from '@mantine/core'
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

/** One of the small buttons at a message. */
export function ActionButton({ id, label, reason = null, isPressed, onClick, ref, children }: ActionButtonProps) {
  const reasonId = useId()
  const isOff = reason !== null
  return (
    <>
      <Tooltip label={isOff ? `${label}: ${reason}` : label} multiline={isOff} maw={320}>
        <ActionIcon
          ref={ref}
          id={id}
          className={classes.root}
          size="md"
          aria-label={label}
          aria-pressed={isPressed}
          aria-disabled={isOff || undefined}
          aria-describedby={isOff ? reasonId : undefined}
          color={isPressed ? 'brand' : 'gray'}
          onClick={isOff ? undefined : onClick}
        >
          {children}
        </ActionIcon>
      </Tooltip>
      {isOff && (
        <span id={reasonId} hidden>
          {reason}
        </span>
      )}
    </>
  )
}

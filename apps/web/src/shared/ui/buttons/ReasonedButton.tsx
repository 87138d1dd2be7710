import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './ReasonedButton.module.css'

type ReasonedButtonProps = ButtonProps & {
  /** Why the button is disabled; null when it is enabled. */
  reason: string | null
  onClick: () => void
  children: ReactNode
}

/** A button that stays focusable when it is disabled, to show the reason. */
export function ReasonedButton({ reason, onClick, children, ...rest }: ReasonedButtonProps) {
  const id = useId()
  if (reason === null) {
    return (
      <Button {...rest} onClick={onClick}>
        {children}
      </Button>
    )
  }
  return (
    <>
      <Tooltip label={reason} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
        <Button
          {...rest}
          className={classes.off}
          data-disabled
          aria-disabled
          aria-describedby={id}
          onClick={(event) => event.preventDefault()}
        >
          {children}
        </Button>
      </Tooltip>
      <span id={id} className={classes.unseen}>
        {reason}
      </span>
    </>
  )
}

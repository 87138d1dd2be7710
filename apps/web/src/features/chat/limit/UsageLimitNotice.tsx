import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import classes from '../composer/Notice.module.css'
import type { UsageLimitNews } from './use-usage-limit.ts'

/** Shows that a usage limit is near or reached, and when it resets. */
export function UsageLimitNotice({ news: { kind, text } }: { news: UsageLimitNews }) {
  const isReached = kind === 'reached'
  return (
    <div className={classes.root} data-strong={isReached || undefined} role="status">
      {isReached ? <IconAlertTriangle size={17} aria-hidden /> : <IconInfoCircle size={17} aria-hidden />}
      <span>{text}</span>
    </div>
  )
}

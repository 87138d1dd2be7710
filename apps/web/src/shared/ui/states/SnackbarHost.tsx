import { Notification } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { type ShownSnackbar, snackbarStore } from '../../notify/notify.ts'
import classes from './SnackbarHost.module.css'

const colors = { info: 'gray', success: 'teal', error: 'red' } as const

/** Renders the snackbars of `notify()`, once in the application. */
export function SnackbarHost() {
  const shown = useSyncExternalStore(snackbarStore.subscribe, snackbarStore.read)
  return (
    <div className={classes.host}>
      {shown.map((snackbar) => (
        <SnackbarItem key={snackbar.id} snackbar={snackbar} />
      ))}
    </div>
  )
}

function SnackbarItem({ snackbar }: { snackbar: ShownSnackbar }) {
  const { t } = useTranslation()
  const { id, kind, title, message, timeout } = snackbar
  // The timeout pauses while the pointer or the focus is on it.
  const [isPaused, setIsPaused] = useState(false)

  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => snackbarStore.dismiss(id), timeout)
    return () => clearTimeout(timer)
  }, [id, timeout, isPaused])

  return (
    <Notification
      className={classes.snackbar}
      role={kind === 'error' ? 'alert' : 'status'}
      color={colors[kind]}
      title={title}
      withBorder
      closeButtonProps={{ 'aria-label': t('close') }}
      onClose={() => snackbarStore.dismiss(id)}
      onMouseEnter={() => setIsPaused(true)}
      onMouseLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      {message}
    </Notification>
  )
}

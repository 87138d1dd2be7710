import { Notification } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { type ShownSnackbar, snackbarStore } from '../notify/notify.ts'
import classes from './SnackbarHost.module.css'

const colors = { info: 'gray', success: 'teal', error: 'red' } as const

/** Shows what `notify()` says. Once in the application. */
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
  // A pointer or the focus on it keeps it: it is being read, or about to be closed.
  const [isHeld, setIsHeld] = useState(false)

  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => snackbarStore.dismiss(id), timeout)
    return () => clearTimeout(timer)
  }, [id, timeout, isHeld])

  return (
    <Notification
      className={classes.snackbar}
      role={kind === 'error' ? 'alert' : 'status'}
      color={colors[kind]}
      title={title}
      withBorder
      closeButtonProps={{ 'aria-label': t('close') }}
      onClose={() => snackbarStore.dismiss(id)}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      {message}
    </Notification>
  )
}

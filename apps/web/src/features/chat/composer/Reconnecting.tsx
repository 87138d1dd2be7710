import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Notice.module.css'

/** Appears with a delay, because most connection losses are short. */
export function Reconnecting() {
  const { t } = useTranslation('chat')
  return (
    <div className={classes.root} data-late role="status">
      <Loader size={14} color="gray" aria-hidden />
      {t('connection.reconnecting')}
    </div>
  )
}

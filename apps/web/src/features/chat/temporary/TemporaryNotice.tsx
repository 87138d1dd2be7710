import { IconHourglass } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './Temporary.module.css'

/** Says beforehand what a temporary chat is. */
export function TemporaryNotice() {
  const { t } = useTranslation('temporary')
  return (
    <div className={classes.before} role="status">
      <IconHourglass size={17} aria-hidden />
      <span>
        {t('name')}: {t('about')}
      </span>
    </div>
  )
}

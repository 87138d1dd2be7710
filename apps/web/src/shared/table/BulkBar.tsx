import { CloseButton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './BulkBar.module.css'

type BulkBarProps = { count: number; onClear: () => void; children: ReactNode }

/** The actions for the selected rows; floats over the end of the table while there is a selection. */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  const { t } = useTranslation('table')
  return (
    <div role="region" aria-label={t('bulk')} className={classes.place} hidden={count === 0}>
      {count > 0 && (
        <div className={classes.bar}>
          <Text size="sm" fw={600} role="status">
            {t('selected', { count })}
          </Text>
          <div className={classes.buttons}>{children}</div>
          <CloseButton size="sm" aria-label={t('clearSelection')} onClick={onClear} />
        </div>
      )}
    </div>
  )
}

import { Button } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './TableToolbar.module.css'

type TableToolbarProps = {
  search?: ReactNode
  filters?: ReactNode
  tableState: { isFiltered: boolean; clearFilters: () => void }
}

/** Search and filters above a table. */
export function TableToolbar({ search, filters, tableState }: TableToolbarProps) {
  const { t } = useTranslation('table')
  return (
    <div className={classes.toolbar} role="search" aria-label={t('toolbar')}>
      {search && <div className={classes.search}>{search}</div>}
      {filters && (
        <div className={classes.filters}>
          {filters}
          {tableState.isFiltered && (
            <Button variant="subtle" color="gray" leftSection={<IconFilterOff size={16} aria-hidden />} onClick={tableState.clearFilters}>
              {t('clearFilters')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

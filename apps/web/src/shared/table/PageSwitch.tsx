import { Button, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNumberText } from '#i18n/use-language.ts'
import type { TablePage } from './table.ts'
import classes from './ServerTable.module.css'
import { pageSizes, type TableViewState } from './use-table-state.ts'

type PageSwitchProps = { page: TablePage<unknown>; tableState: Omit<TableViewState<never>, 'sort' | 'sortBy'>; isLoading: boolean }

/** The range of the shown rows, and the buttons to the other pages. Not rendered when all rows fit the smallest page. */
export function PageSwitch({ page, tableState, isLoading }: PageSwitchProps) {
  const { t } = useTranslation('table')
  const numberText = useNumberText()
  const { pageNumber, pageSize, pageToken, knownCount, goToPrevious } = tableState
  const { rows, next_page_token: nextToken, isWhole = false } = page
  const { total, total_exceeds: totalExceeds } = pageToken === undefined ? page : (knownCount ?? page)
  const isAll = pageNumber === 1 && nextToken === undefined

  function describeRange() {
    if (isAll) return t('all', { count: total ?? rows.length })
    if (pageNumber === undefined) return t('rows', { count: rows.length })
    const from = (pageNumber - 1) * pageSize + 1
    const to = from + rows.length - 1
    const range = { from: numberText(from), to: numberText(to) }
    if (total !== undefined) return t('rangeOfTotal', { ...range, total: numberText(total) })
    return totalExceeds === undefined ? t('range', range) : t('rangeOfMore', { ...range, total: numberText(totalExceeds) })
  }

  // The page number changes immediately, the rows when they are loaded: until then the range of the shown rows stays.
  const range = describeRange()
  const [loadedRange, setLoadedRange] = useState(range)
  if (!isLoading && loadedRange !== range) setLoadedRange(range)

  const isNextPossible = nextToken !== undefined && !isLoading
  return (
    <div className={classes.pages}>
      <span role="status">{isLoading ? loadedRange : range}</span>
      {(!isAll || (rows.length > pageSizes[0] && !isWhole)) && (
        <div className={classes.pageButtons}>
          <NativeSelect
            size="xs"
            aria-label={t('pageSize')}
            value={String(pageSize)}
            data={pageSizes.map((size) => ({ value: String(size), label: t('perPage', { size }) }))}
            onChange={(event) => tableState.setPageSize(Number(event.currentTarget.value))}
          />
          <div className={classes.turn}>
            {pageNumber === undefined ? (
              <Button size="xs" variant="default" onClick={tableState.goToFirst}>
                {t('firstPage')}
              </Button>
            ) : (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconChevronLeft size={16} aria-hidden />}
                // Not `disabled`, which would lose the focus at the last page.
                aria-disabled={!goToPrevious}
                data-disabled={!goToPrevious || undefined}
                onClick={(event) => (goToPrevious ? goToPrevious() : event.preventDefault())}
              >
                {t('previous')}
              </Button>
            )}
            <Button
              size="xs"
              variant="default"
              rightSection={<IconChevronRight size={16} aria-hidden />}
              aria-disabled={!isNextPossible}
              data-disabled={nextToken === undefined || undefined}
              onClick={() => isNextPossible && tableState.goToNext(nextToken, { total, total_exceeds: totalExceeds })}
            >
              {t('next')}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

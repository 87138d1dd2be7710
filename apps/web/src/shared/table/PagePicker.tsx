import { Pagination, type PaginationProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** The numbers of the pages of a list that is here as a whole. Not rendered for one page. */
export function PagePicker({ total, ...props }: Pick<PaginationProps, 'total' | 'value' | 'mt' | 'onChange'>) {
  const { t } = useTranslation('table')
  if (total < 2) return null
  return (
    <Pagination
      size="sm"
      siblings={0}
      total={total}
      // Mantine renders the arrows without a name.
      getControlProps={(control) => ({ 'aria-label': t(control === 'previous' ? 'previous' : 'next') })}
      {...props}
    />
  )
}

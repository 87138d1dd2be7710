import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { debugQueries } from '#features/debug/debug.queries.ts'
import { RunTable } from '#features/debug/RunTable.tsx'
import { useRunFilters } from '#features/debug/use-run-filters.ts'
import { DebugPage } from './DebugPage.tsx'

/** One's own runs. */
export function DebugChatPage() {
  const { t } = useTranslation('debug')
  const { table, asked } = useRunFilters()
  const query = useQuery(debugQueries.runs(asked))
  return (
    <DebugPage title={t('chat.title')} hint={t('chat.hint')} query={query}>
      {() => <RunTable query={query} table={table} />}
    </DebugPage>
  )
}

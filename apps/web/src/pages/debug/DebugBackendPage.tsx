import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BackendParts } from '#features/debug/BackendParts.tsx'
import { debugQueries } from '#features/debug/debug.queries.ts'
import { RecentErrors } from '#features/debug/RecentErrors.tsx'
import { DebugPage } from './DebugPage.tsx'

/** What the service depends on, and its last errors. */
export function DebugBackendPage() {
  const { t } = useTranslation('debug')
  const query = useQuery(debugQueries.backend())
  return (
    <DebugPage title={t('backend.title')} hint={t('backend.hint')} query={query}>
      {(backend) => (
        <>
          <BackendParts backend={backend} />
          <RecentErrors />
        </>
      )}
    </DebugPage>
  )
}

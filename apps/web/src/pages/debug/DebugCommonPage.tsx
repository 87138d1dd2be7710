import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BrowserStorage } from '#features/debug/BrowserStorage.tsx'
import { debugQueries } from '#features/debug/debug.queries.ts'
import { ErrorTest } from '#features/debug/ErrorTest.tsx'
import { ServiceFacts } from '#features/debug/ServiceFacts.tsx'
import { ShownSettings } from '#features/debug/ShownSettings.tsx'
import { TimeZones } from '#features/debug/TimeZones.tsx'
import { DebugPage } from './DebugPage.tsx'

/** What the installation and this browser run with. */
export function DebugCommonPage() {
  const { t } = useTranslation('debug')
  const query = useQuery(debugQueries.common())
  return (
    <DebugPage title={t('common.title')} hint={t('common.hint')} query={query}>
      {(common) => (
        <>
          <ServiceFacts common={common} />
          <TimeZones common={common} receivedAt={query.dataUpdatedAt} />
          <ShownSettings common={common} />
          <BrowserStorage />
          <ErrorTest />
        </>
      )}
    </DebugPage>
  )
}

import { Suspense } from 'react'
import { loadWithTexts } from '#i18n/load-with-texts.ts'
import { lazyExtra } from '#shared/lazy-extra.ts'
import { useDraftComparison } from '../draft/drafts.ts'

const ComparisonChip = lazyExtra(async () => (await loadWithTexts(() => import('./ComparisonChip.tsx'), 'comparison')).ComparisonChip)

/** Those that the next question of a draft goes to, if it goes to several. */
export function ComparisonNotice({ scope }: { scope: string }) {
  const comparison = useDraftComparison(scope)
  return <Suspense>{comparison && <ComparisonChip scope={scope} comparison={comparison} />}</Suspense>
}

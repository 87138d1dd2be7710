import { exportFeedback } from '@heddle/contracts/feedback/feedback'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { FeedbackTable } from '#features/feedback/FeedbackTable.tsx'
import { useFeedbackFilters } from '#features/feedback/use-feedback-filters.ts'
import { CsvButton } from '#shared/files/CsvButton.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

export function FeedbackPage() {
  const { t } = useTranslation('feedback')
  const { filters } = useFeedbackFilters()
  usePageTitle(t('title'))
  const { has_reason: hasReason, is_dealt_with: isDealtWith, ...others } = filters
  // Query parameters are text.
  const asked = {
    ...others,
    ...(hasReason !== undefined && { has_reason: String(hasReason) }),
    ...(isDealtWith !== undefined && { is_dealt_with: String(isDealtWith) }),
  }
  return (
    <PageFrame
      isWide
      title={t('title')}
      hint={t('hint')}
      aside={<CsvButton endpoint={exportFeedback} request={{ query: asked }} name="feedback" />}
    >
      <FeedbackTable />
    </PageFrame>
  )
}

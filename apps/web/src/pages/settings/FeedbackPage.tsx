import { exportFeedback } from '@heddle/contracts/feedback/feedback'
import { Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { FeedbackTable } from '#features/feedback/FeedbackTable.tsx'
import { useFeedbackFilters } from '#features/feedback/use-feedback-filters.ts'
import { VoteTable } from '#features/feedback/VoteTable.tsx'
import { CsvButton } from '#shared/files/CsvButton.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

export function FeedbackPage() {
  const { t } = useTranslation('feedback')
  const [search, setSearch] = useSearchParams()
  const isVotes = search.get('tab') === 'votes'
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
      hint={isVotes ? t('votes.hint') : t('hint')}
      aside={!isVotes && <CsvButton endpoint={exportFeedback} request={{ query: asked }} name="feedback" />}
    >
      <Tabs value={isVotes ? 'votes' : 'replies'} keepMounted={false} onChange={(next) => setSearch(next === 'votes' ? { tab: next } : {})}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="replies">{t('title')}</Tabs.Tab>
          <Tabs.Tab value="votes">{t('votes.tab')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="replies">
          <FeedbackTable />
        </Tabs.Panel>
        <Tabs.Panel value="votes">
          <VoteTable />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  )
}

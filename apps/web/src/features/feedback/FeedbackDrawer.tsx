import type { Feedback, FeedbackDetail, FeedbackRowKind } from '@heddle/contracts/feedback/feedback'
import { Drawer, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { CrashBoundary } from '#shared/ui/states/CrashBoundary.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { Fact, Facts } from '#shared/ui/layout/Facts.tsx'
import { feedbackQueries } from './feedback.queries.ts'
import { FeedbackHandling } from './FeedbackHandling.tsx'

type FeedbackDrawerProps = { feedback: Feedback | null; onChange: (feedback: Feedback) => void; onClose: () => void }

/** The details of a feedback, with the conversation if the user included it. */
export function FeedbackDrawer({ feedback, onChange, onClose }: FeedbackDrawerProps) {
  const { t } = useTranslation('feedback')
  const { t: common } = useTranslation()
  const [shown, setShown] = useState(feedback)
  const [made, setMade] = useState<FeedbackRowKind | null>(null)
  // The feedback stays while the drawer slides out.
  if (feedback && feedback !== shown) setShown(feedback)
  return (
    <Drawer
      opened={feedback !== null}
      position="right"
      size="lg"
      title={t('details')}
      // Escape reaches every open overlay: it is for the dialog above.
      closeOnEscape={made === null}
      closeButtonProps={{ 'aria-label': common('close') }}
      onClose={onClose}
    >
      <CrashBoundary resetKeys={[feedback]}>
        {shown && <Details key={shown.id} feedback={shown} made={made} onMake={setMade} onChange={onChange} />}
      </CrashBoundary>
    </Drawer>
  )
}

type DetailsProps = {
  feedback: Feedback
  made: FeedbackRowKind | null
  onMake: (kind: FeedbackRowKind | null) => void
  onChange: (feedback: Feedback) => void
}

function Details({ feedback, ...handling }: DetailsProps) {
  const { t } = useTranslation('feedback')
  const { t: common } = useTranslation()
  const localized = useLocalized()
  const { data, error, refetch } = useQuery({ ...feedbackQueries.detail(feedback.id), enabled: feedback.has_conversation })
  // One that cannot be read is not waited for: its question is written by hand.
  const conversation = feedback.has_conversation && !error ? data?.conversation : null
  return (
    <Stack gap="lg">
      <Facts>
        <Fact name={t('column.time')}>{formatDateTime(parseTime(feedback.created_at))}</Fact>
        <Fact name={t('column.person')}>{localized(feedback.user.name) || common('unknownUser')}</Fact>
        <Fact name={t('column.rating')}>{t(`rating.${feedback.rating}`)}</Fact>
        <Fact name={t('column.reason')}>{feedback.reason ?? '–'}</Fact>
        <Fact name={t('column.assistant')}>{feedback.assistant ? localized(feedback.assistant.name) : t('noAssistant')}</Fact>
        <Fact name={t('column.model')}>{feedback.model_name ?? t('noModel')}</Fact>
      </Facts>
      <FeedbackHandling feedback={feedback} conversation={conversation} {...handling} />
      <section>
        <Title order={3} size="h5" mb="xs">
          {t('conversation.title')}
        </Title>
        {error ? <ErrorAlert error={error} onRetry={() => void refetch()} /> : <Conversation conversation={conversation} />}
      </section>
    </Stack>
  )
}

/** The conversation as plain text. */
function Conversation({ conversation }: { conversation: FeedbackDetail['conversation'] | undefined }) {
  const { t } = useTranslation('feedback')
  if (conversation === undefined) return <Loader size="sm" type="dots" />
  if (!conversation)
    return (
      <Text size="sm" c="dimmed">
        {t('conversation.withheld')}
      </Text>
    )
  return (
    <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {conversation.map(({ role, content }, index) => (
        // A snapshot: its items never change.
        <Paper key={index} component="li" withBorder p="sm">
          <Text size="xs" fw={650} c="dimmed">
            {t(`conversation.${role}`)}
          </Text>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {content}
          </Text>
        </Paper>
      ))}
    </Stack>
  )
}

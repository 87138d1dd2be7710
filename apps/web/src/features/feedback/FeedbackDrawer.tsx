import type { Feedback } from '@heddle/contracts/feedback/feedback'
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

/** The details of a feedback, with the conversation if the user included it. */
export function FeedbackDrawer({ feedback, onClose }: { feedback: Feedback | null; onClose: () => void }) {
  const { t } = useTranslation('feedback')
  const { t: common } = useTranslation()
  const localized = useLocalized()
  const [shown, setShown] = useState(feedback)
  // The feedback stays while the drawer slides out.
  if (feedback && feedback !== shown) setShown(feedback)
  return (
    <Drawer
      opened={feedback !== null}
      position="right"
      size="lg"
      title={t('details')}
      closeButtonProps={{ 'aria-label': common('close') }}
      onClose={onClose}
    >
      <CrashBoundary resetKeys={[feedback]}>
        {shown && (
          <Stack gap="lg">
            <Facts>
              <Fact name={t('column.time')}>{formatDateTime(parseTime(shown.created_at))}</Fact>
              <Fact name={t('column.person')}>{localized(shown.user.name) || common('unknownUser')}</Fact>
              <Fact name={t('column.rating')}>{t(`rating.${shown.rating}`)}</Fact>
              <Fact name={t('column.reason')}>{shown.reason ?? '–'}</Fact>
              <Fact name={t('column.assistant')}>{shown.assistant ? localized(shown.assistant.name) : t('noAssistant')}</Fact>
              <Fact name={t('column.model')}>{shown.model_name ?? t('noModel')}</Fact>
            </Facts>
            <section>
              <Title order={3} size="h5" mb="xs">
                {t('conversation.title')}
              </Title>
              {shown.has_conversation ? (
                <Conversation id={shown.id} />
              ) : (
                <Text size="sm" c="dimmed">
                  {t('conversation.withheld')}
                </Text>
              )}
            </section>
          </Stack>
        )}
      </CrashBoundary>
    </Drawer>
  )
}

/** The conversation as plain text. */
function Conversation({ id }: { id: string }) {
  const { t } = useTranslation('feedback')
  const { data, error, refetch } = useQuery(feedbackQueries.detail(id))
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (!data) return <Loader size="sm" type="dots" />
  if (!data.conversation)
    return (
      <Text size="sm" c="dimmed">
        {t('conversation.withheld')}
      </Text>
    )
  return (
    <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {data.conversation.map(({ role, content }, index) => (
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

import type { Feedback, FeedbackDetail, FeedbackRowKind } from '@heddle/contracts/feedback/feedback'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconFlask, IconMessageCheck, IconRotate } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '#entities/auth/session.queries.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { paths } from '#shared/paths.ts'
import { RowLink } from '#shared/table/RowLink.tsx'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { useUpdateFeedback } from './feedback.queries.ts'
import { FeedbackRowDialog, type RowDraft } from './FeedbackRowDialog.tsx'

type Conversation = FeedbackDetail['conversation']

type FeedbackHandlingProps = {
  feedback: Feedback
  /** Null without the user's leave; undefined until it is read. */
  conversation: Conversation | undefined
  /** The kind of the row that is written; null while none is. */
  made: FeedbackRowKind | null
  onMake: (kind: FeedbackRowKind | null) => void
  onChange: (feedback: Feedback) => void
}

const icons = { eval: IconFlask, qa: IconMessageCheck } as const

/** The reply to correct is the start of an approved answer, never the expected one. */
function toDraft(kind: FeedbackRowKind, conversation: Conversation): RowDraft {
  const read = (role: 'user' | 'assistant') => conversation?.findLast((said) => said.role === role)?.content ?? ''
  return { question: read('user'), answer: kind === 'qa' ? read('assistant') : '' }
}

/** Whether a feedback is dealt with, the rows that it became, and what makes them. */
export function FeedbackHandling({ feedback, conversation, made, onMake, onChange }: FeedbackHandlingProps) {
  const { t } = useTranslation('feedback')
  const { t: common } = useTranslation()
  const localized = useLocalized()
  const mayMakeRows = usePermission('manage_knowledge')
  const update = useUpdateFeedback(feedback.id, onChange)
  const { dealt_with: dealtWith, rows } = feedback
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {t('column.state')}
      </Title>
      <Stack gap="sm">
        <Text size="sm">
          {dealtWith
            ? t('state.dealtWithBy', {
                time: formatDateTime(parseTime(dealtWith.at)),
                name: (dealtWith.by && localized(dealtWith.by.name)) || common('unknownUser'),
              })
            : t('state.open')}
        </Text>
        {rows.map((row) => (
          <Text key={row.kind} size="sm">
            {t(`row.${row.kind}.made`)}{' '}
            <RowLink to={paths.dataset(row.dataset.id, row.row_no === null ? {} : { row: row.row_no })}>
              {localized(row.dataset.name)}
            </RowLink>
          </Text>
        ))}
        <Group gap="xs">
          {mayMakeRows &&
            (['eval', 'qa'] as const).map((each) => {
              const Icon = icons[each]
              return (
                <ReasonedButton
                  key={each}
                  size="sm"
                  variant="default"
                  leftSection={<Icon size={16} aria-hidden />}
                  loading={conversation === undefined}
                  reason={rows.some((row) => row.kind === each) ? t(`row.${each}.exists`) : null}
                  onClick={() => onMake(each)}
                >
                  {t(`row.${each}.make`)}
                </ReasonedButton>
              )
            })}
          <Button
            size="sm"
            variant="default"
            leftSection={dealtWith ? <IconRotate size={16} aria-hidden /> : <IconCheck size={16} aria-hidden />}
            loading={update.isPending}
            onClick={() => update.mutate({ is_dealt_with: !dealtWith, updated_at: feedback.updated_at })}
          >
            {dealtWith ? t('state.reopen') : t('state.close')}
          </Button>
        </Group>
        {update.error && <ErrorAlert error={update.error} />}
      </Stack>
      {made && conversation !== undefined && (
        <FeedbackRowDialog
          feedback={feedback}
          kind={made}
          draft={toDraft(made, conversation)}
          onChange={onChange}
          onClose={() => onMake(null)}
        />
      )}
    </section>
  )
}

import { VisuallyHidden } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { Name } from '#shared/ui/Name.tsx'
import { ReplyEnd } from '../message/ReplyEnd.tsx'
import { ReplyNotices } from '../message/ReplyNotices.tsx'
import { ReplyParts } from '../message/ReplyParts.tsx'
import classes from './AssistantTrial.module.css'
import { toStatus, type TrialTurn } from './use-trial.ts'

/** A reply of a trial; what streams renders only its own. */
export const TrialReply = memo(function TrialReply({ turn }: { turn: TrialTurn }) {
  const { t } = useTranslation('chat')
  const { id, reply, state, language } = turn
  const done = state.status === 'done' ? state.done : null
  const status = toStatus(turn)
  return (
    <article aria-busy={status === 'generating'}>
      <VisuallyHidden component="h3">{t('message.reply')}</VisuallyHidden>
      <ReplyParts reply={reply} message={{ id: String(id), status, response_language: language }} />
      {state.status === 'refused' ? (
        <ErrorAlert error={state.error} />
      ) : (
        <ReplyEnd message={{ status, content: reply.text, ...(done?.error && { error: done.error }) }} isOwner />
      )}
      {done && <ReplyNotices notices={done.notices} />}
      {done && (
        <p className={classes.model} title={t('message.model', { name: done.model })}>
          <Name>{done.model}</Name>
        </p>
      )}
    </article>
  )
})

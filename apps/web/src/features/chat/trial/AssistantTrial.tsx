import type { Assistant } from '@heddle/contracts/assistant/assistant'
import { Button, Text, VisuallyHidden } from '@mantine/core'
import { IconRotate } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TrialSubject } from '#entities/assistant/trial-subject.ts'
import { Choosers } from '../choice/Choosers.tsx'
import { type TestFiles, useTestFiles } from '../files/use-test-files.ts'
import { AssistantIntro } from '../start/AssistantIntro.tsx'
import { createEndKey } from '../thread/ReplyAnnouncer.tsx'
import classes from './AssistantTrial.module.css'
import { TrialComposer } from './TrialComposer.tsx'
import { TrialConversation } from './TrialConversation.tsx'
import { toStatus, type TrialTurn, useTrial } from './use-trial.ts'
import { useTrialChoices } from './use-trial-choices.ts'

type AssistantTrialProps = {
  /** The expert as the form has it. */
  assistant: Assistant
  /** Null while there is no workflow to ask. */
  subject: TrialSubject | null
}

/** A small chat with an expert that need not be saved; no chat is made. */
export function AssistantTrial({ assistant, subject }: AssistantTrialProps) {
  const { t } = useTranslation('trial')
  const { t: tChat } = useTranslation('chat')
  const headingId = useId()
  const { turns, isGenerating, ask, stop, restart } = useTrial(subject)
  const choices = useTrialChoices(subject)
  const [testFiles, setTestFiles] = useState<TestFiles>([])
  const acceptsFiles = subject === null ? null : assistant.accepts_files
  const files = useTestFiles({ files: testFiles, onChange: setTestFiles, acceptsFiles })
  const blockedReason = subject === null ? t('workflowFirst') : isGenerating ? tChat('action.busy') : files.problem
  const last = turns.at(-1)

  const handleAsk = (question: string) =>
    void ask(
      question,
      choices.body,
      files.ready.map(({ id }) => id),
    )

  function handleRestart() {
    restart()
    setTestFiles([])
  }

  return (
    <section aria-labelledby={headingId}>
      <div className={classes.head}>
        <Text component="h2" id={headingId} size="sm" c="dimmed" fw={400}>
          {t('title')}
        </Text>
        {last && (
          <Button
            variant="subtle"
            size="compact-sm"
            color="gray"
            leftSection={<IconRotate size={15} aria-hidden />}
            onClick={handleRestart}
          >
            {t('restart')}
          </Button>
        )}
      </div>
      <Text size="xs" c="dimmed" mb={8}>
        {t('hint')}
      </Text>
      <div className={classes.screen}>
        {last ? (
          <TrialConversation turns={turns} />
        ) : (
          <div className={classes.scroller}>
            <AssistantIntro assistant={assistant} blockedReason={blockedReason} onAsk={handleAsk} />
          </div>
        )}
        <TrialAnnouncer last={last} />
        <TrialComposer
          blockedReason={blockedReason}
          isGenerating={isGenerating}
          files={files}
          onAsk={handleAsk}
          onStop={stop}
          tools={<Choosers choices={choices} />}
        />
      </div>
    </section>
  )
}

function TrialAnnouncer({ last }: { last: TrialTurn | undefined }) {
  const { t } = useTranslation('chat')
  if (!last) return <VisuallyHidden role="status" />
  const status = toStatus(last)
  return <VisuallyHidden role="status">{t(status === 'generating' ? 'thought.thinking' : createEndKey(status))}</VisuallyHidden>
}

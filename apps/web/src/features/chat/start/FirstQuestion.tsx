import type { Assistant } from '@heddle/contracts/assistant/assistant'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { AssistantMark } from '#entities/assistant/AssistantMark.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { Composer } from '../composer/Composer.tsx'
import classes from './FirstQuestion.module.css'
import { NewChatNotice, NewChatTools } from './NewChatParts.tsx'
import { useNewChat } from './use-new-chat.ts'

type FirstQuestionProps = { assistant: Assistant; label: string }

/** A composer outside of a chat: the question starts one with the given expert. */
export function FirstQuestion({ assistant, label }: FirstQuestionProps) {
  const localized = useLocalized()
  const { t } = useTranslation('chat')
  const navigate = useNavigate()
  const { scope, files, choices, usageLimit, usageBlock, temporary, question, ask } = useNewChat({
    assistantId: assistant.id,
    acceptsFiles: assistant.accepts_files,
    replacesPage: false,
  })
  return (
    <section className={classes.root} aria-label={label}>
      <div className={classes.expert}>
        <AssistantMark assistant={assistant} />
        <span className={classes.name}>{localized(assistant.name)}</span>
        <Anchor component={Link} to={paths.assistants()} size="sm">
          {t('start.change')}
        </Anchor>
      </div>
      <Composer
        scope={scope}
        focusKey={null}
        blockedReason={usageBlock}
        isLeaving={question !== null}
        isGenerating={false}
        isStopping={false}
        onSend={(content) => void ask(assistant.id, content)}
        onStop={() => undefined}
        noticeReason={usageBlock}
        notice={<NewChatNotice usageLimit={usageLimit} isTemporary={temporary?.isOn ?? false} />}
        tools={<NewChatTools scope={scope} choices={choices} temporary={temporary} assistant={assistant} />}
        files={files}
        mayCompare={!temporary?.isOn}
        experts={{ chosenId: assistant.id, onChoose: (id) => void navigate(paths.newChat({ assistantId: id })) }}
      />
    </section>
  )
}

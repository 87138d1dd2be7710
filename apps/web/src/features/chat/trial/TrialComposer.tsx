import { Textarea } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '#entities/config/config.queries.ts'
import { isSubmitKey } from '#shared/shortcuts/submit-key.ts'
import classes from '../composer/Composer.module.css'
import { SendButton } from '../composer/SendButton.tsx'

type TrialComposerProps = {
  /** Why no question can be asked now; null when one can. */
  blockedReason: string | null
  isGenerating: boolean
  onAsk: (question: string) => void
  onStop: () => void
  tools: ReactNode
}

/** The field for a question of a trial; its draft is not kept. */
export function TrialComposer({ blockedReason, isGenerating, onAsk, onStop, tools }: TrialComposerProps) {
  const { t } = useTranslation('chat')
  const { limits } = useConfig()
  const [text, setText] = useState('')
  const [isRefused, setIsRefused] = useState(false)
  const hintId = useId()
  const problem = blockedReason ?? (text.trim() === '' ? t('composer.empty') : null)

  function handleSubmit() {
    if (isGenerating) return
    setIsRefused(problem !== null)
    if (problem !== null) return
    onAsk(text.trim())
    setText('')
  }

  return (
    <div className={classes.root}>
      <form
        className={classes.box}
        onSubmit={(event) => {
          event.preventDefault()
          handleSubmit()
        }}
      >
        <Textarea
          classNames={{ input: classes.input }}
          variant="unstyled"
          autosize
          minRows={1}
          maxRows={5}
          maxLength={limits.message_characters}
          value={text}
          placeholder={t('composer.placeholder')}
          aria-label={t('composer.label')}
          // Textarea passes it on without declaring it; `withAria` keeps Mantine from removing it.
          {...{ withAria: false, 'aria-describedby': hintId }}
          aria-invalid={isRefused}
          enterKeyHint="send"
          onChange={(event) => {
            setIsRefused(false)
            setText(event.currentTarget.value)
          }}
          onKeyDown={(event) => {
            if (!isSubmitKey(event.nativeEvent)) return
            event.preventDefault()
            handleSubmit()
          }}
        />
        <div className={classes.bar}>
          <div className={classes.tools}>{tools}</div>
          <SendButton isGenerating={isGenerating} isStopping={false} problem={problem} onStop={onStop} />
        </div>
      </form>
      <p id={hintId} className={classes.hint} role={isRefused ? 'alert' : undefined} data-problem={isRefused || undefined}>
        {isRefused ? problem : t('composer.warning')}
      </p>
    </div>
  )
}

import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '#entities/system/config.queries.ts'
import classes from '../composer/Composer.module.css'
import { ComposerBox } from '../composer/ComposerBox.tsx'
import { AttachButton } from '../files/AttachButton.tsx'
import { FileTray } from '../files/FileTray.tsx'
import type { Attachments } from '../files/use-attachments.ts'
import { SendButton } from '../composer/SendButton.tsx'

type TrialComposerProps = {
  /** Why no question can be asked now; null when one can. */
  blockedReason: string | null
  isGenerating: boolean
  files: Attachments
  onAsk: (question: string) => void
  onStop: () => void
  tools: ReactNode
}

/** The field for a question of a trial; its draft is not kept. */
export function TrialComposer({ blockedReason, isGenerating, files, onAsk, onStop, tools }: TrialComposerProps) {
  const { t } = useTranslation('chat')
  const { limits } = useConfig()
  const [text, setText] = useState('')
  const [isRefused, setIsRefused] = useState(false)
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
      <ComposerBox
        text={text}
        maxLength={limits.message_characters}
        maxRows={5}
        problem={isRefused ? problem : null}
        onChange={(typed) => {
          setIsRefused(false)
          setText(typed)
        }}
        onSubmit={handleSubmit}
        tray={<FileTray files={files} />}
        tools={
          <>
            <AttachButton files={files} />
            {tools}
          </>
        }
      >
        <SendButton isGenerating={isGenerating} isStopping={false} problem={problem} isExplained={false} onStop={onStop} />
      </ComposerBox>
    </div>
  )
}

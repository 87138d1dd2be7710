import { Textarea } from '@mantine/core'
import { type ClipboardEventHandler, type ReactNode, type Ref, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { isSubmitKey } from '#shared/shortcuts/submit-key.ts'
import classes from './Composer.module.css'

type ComposerBoxProps = {
  ref?: Ref<HTMLTextAreaElement>
  text: string
  maxLength?: number
  maxRows: number
  isReadOnly?: boolean
  /** Shown below the field, in place of the warning. */
  problem: string | null
  /** What says why the message was refused, when it is not shown below the field. */
  refusalId?: string | undefined
  onChange: (text: string) => void
  onPaste?: ClipboardEventHandler<HTMLTextAreaElement>
  onSubmit: () => void
  /** Above the text. */
  tray?: ReactNode
  tools: ReactNode
  /** After the tools: the button that sends. */
  children: ReactNode
}

/** Without it the height is measured with every key, at the cost of two layouts. */
const growsByItself = CSS.supports('field-sizing', 'content')

/** The field of a question, with its tools in one frame. */
export function ComposerBox({
  ref,
  text,
  maxLength,
  maxRows,
  isReadOnly = false,
  problem,
  refusalId,
  onChange,
  onPaste,
  onSubmit,
  tray,
  tools,
  children,
}: ComposerBoxProps) {
  const { t } = useTranslation('chat')
  const hintId = useId()
  // `withAria` keeps our aria-describedby, which Mantine would remove; Textarea passes it on without declaring it.
  const description = { withAria: false, 'aria-describedby': refusalId ? `${refusalId} ${hintId}` : hintId }
  return (
    <>
      <form
        className={classes.box}
        data-tour="composer"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {tray}
        <Textarea
          ref={ref}
          classNames={{ input: classes.input }}
          style={{ '--composer-rows': maxRows }}
          variant="unstyled"
          autosize={!growsByItself}
          minRows={1}
          maxRows={maxRows}
          maxLength={maxLength}
          value={text}
          readOnly={isReadOnly}
          placeholder={t('composer.placeholder')}
          aria-label={t('composer.label')}
          {...description}
          aria-invalid={problem !== null || refusalId !== undefined}
          enterKeyHint="send"
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (!isSubmitKey(event.nativeEvent)) return
            event.preventDefault()
            onSubmit()
          }}
          onPaste={onPaste}
        />
        <div className={classes.bar}>
          <div className={classes.tools} data-tour="choices">
            {tools}
          </div>
          {children}
        </div>
      </form>
      <p id={hintId} className={classes.hint} role={problem ? 'alert' : undefined} data-problem={problem !== null || undefined}>
        {problem ?? t('composer.warning')}
      </p>
    </>
  )
}

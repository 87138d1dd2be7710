import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#shared/clipboard.ts'
import { notify } from '#shared/notify/notify.ts'
import classes from './CodeBlock.module.css'

type CopyTextProps = { read: () => string; label: string }

/** Copies a part of a reply. There may be hundreds on the way through a chat: a floating hint for each would cost more than the text. */
export function CopyText({ read, label }: CopyTextProps) {
  const { t } = useTranslation('chat')
  const [isCopied, setIsCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 1_500)
    return () => clearTimeout(timer)
  }, [isCopied])

  function handleCopy() {
    copyText(read()).then(
      () => setIsCopied(true),
      () => notify({ kind: 'error', message: t('message.copyFailed') }),
    )
  }

  const name = isCopied ? t('message.copied') : label
  return (
    <button type="button" className={classes.copy} title={name} aria-label={name} data-done={isCopied || undefined} onClick={handleCopy}>
      {isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
    </button>
  )
}

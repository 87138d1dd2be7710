import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCopy } from '../hooks/use-copy.ts'
import classes from './code/CodeBlock.module.css'

type CopyTextProps = { read: () => string; label: string }

/** Copies a part of a reply. There may be hundreds on the way through a chat: a floating hint for each would cost more than the text. */
export function CopyText({ read, label }: CopyTextProps) {
  const { t } = useTranslation()
  const { isCopied, copy } = useCopy(read)
  const name = isCopied ? t('copied') : label
  return (
    <button type="button" className={classes.copy} title={name} aria-label={name} data-done={isCopied || undefined} onClick={copy}>
      {isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
    </button>
  )
}

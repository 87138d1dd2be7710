import { VisuallyHidden } from '@mantine/core'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './UserMessage.module.css'

/** A pasted document should not push the answer out of sight. */
const foldedFrom = { characters: 1_500, lines: 18 }

export const UserMessage = memo(function UserMessage({ content }: { content: string }) {
  const { t } = useTranslation('chat')
  const [isOpen, setIsOpen] = useState(false)
  const isLong = content.length > foldedFrom.characters || content.split('\n').length > foldedFrom.lines
  return (
    <article className={classes.root}>
      <VisuallyHidden component="h2">{t('message.you')}</VisuallyHidden>
      <div className={classes.bubble}>
        <div className={classes.text} data-folded={isLong && !isOpen ? true : undefined}>
          {content}
        </div>
        {isLong && (
          <button type="button" className={classes.fold} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? t('message.showLess') : t('message.showAll')}
          </button>
        )}
      </div>
    </article>
  )
})

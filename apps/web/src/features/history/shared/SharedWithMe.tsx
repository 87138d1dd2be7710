import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadWithTexts } from '#i18n/load-with-texts.ts'
import { lazyExtra } from '#shared/lazy-extra.ts'
import classes from '../ChatHistory.module.css'

const SharedChats = lazyExtra(async () => (await loadWithTexts(() => import('./SharedChats.tsx'), 'share')).SharedChats)

/** What others share with the user, in the drawer. It is loaded and read once it is opened. */
export function SharedWithMe({ openChatId }: { openChatId: string | undefined }) {
  const { t } = useTranslation('history')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={classes.section}>
      <h2 className={classes.heading}>
        <UnstyledButton className={classes.sectionToggle} aria-expanded={isOpen} onClick={() => setIsOpen((open) => !open)}>
          <IconChevronRight size={14} className={classes.chevron} aria-hidden />
          {t('sharedWithMe')}
        </UnstyledButton>
      </h2>
      {isOpen && (
        <Suspense>
          <SharedChats openChatId={openChatId} label={t('sharedWithMe')} />
        </Suspense>
      )}
    </div>
  )
}

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
    <details className={classes.section} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={classes.heading}>{t('sharedWithMe')}</summary>
      {isOpen && (
        <Suspense>
          <SharedChats openChatId={openChatId} />
        </Suspense>
      )}
    </details>
  )
}

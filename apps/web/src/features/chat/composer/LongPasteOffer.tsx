import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import notice from './Notice.module.css'

type LongPasteOfferProps = { onAccept: () => void; onDismiss: () => void }

/** Offers to convert a long pasted text into a file. */
export function LongPasteOffer({ onAccept, onDismiss }: LongPasteOfferProps) {
  const { t } = useTranslation('chat')
  return (
    <div className={notice.root} role="status">
      <IconFileText size={17} aria-hidden />
      <span>{t('paste.offer')}</span>
      <Button size="xs" variant="light" onClick={onAccept}>
        {t('paste.accept')}
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={onDismiss}>
        {t('paste.keep')}
      </Button>
    </div>
  )
}

import { IconColumns2 } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadWithTexts } from '#i18n/load-with-texts.ts'
import { runShortcut } from '#shared/shortcuts/shortcuts.ts'
import { OverlayBoundary } from '#shared/ui/states/CrashBoundary.tsx'
import { ToolButton } from '#shared/ui/buttons/ToolButton.tsx'
import { useDraftComparison } from '../draft/drafts.ts'
import type { ComparedChat } from './CompareDialog.tsx'

const CompareDialog = lazy(async () => ({
  default: (await loadWithTexts(() => import('./CompareDialog.tsx'), 'comparison')).CompareDialog,
}))

/** Lets the next question be answered by two or three, beside each other. */
export function CompareButton({ scope, ...own }: ComparedChat) {
  const { t } = useTranslation('chat')
  const [isOpen, setIsOpen] = useState(false)
  const comparison = useDraftComparison(scope)
  // The second candidate is proposed another model than the first, which has to be known.
  const isReady = isOpen && own.choices.models.length > 0

  function handleClose() {
    setIsOpen(false)
    runShortcut('composer')
  }

  return (
    <>
      <ToolButton label={t('choice.compare')} isOn={comparison !== null} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <IconColumns2 size={18} />
      </ToolButton>
      <OverlayBoundary isOpen={isOpen} opening={isOpen} onClose={() => setIsOpen(false)}>
        <Suspense>{isReady && <CompareDialog scope={scope} {...own} onClose={handleClose} />}</Suspense>
      </OverlayBoundary>
    </>
  )
}

import type { Dataset } from '@heddle/contracts/dataset/dataset'
import { IconPlayerPlay } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import { OverlayBoundary } from '#shared/ui/states/CrashBoundary.tsx'

const StartDialog = lazy(async () => ({ default: (await import('./StartDialog.tsx')).StartDialog }))

/** The button that asks what an evaluation is to be of. */
export function StartEvalRun({ dataset }: { dataset: Pick<Dataset, 'id' | 'published_version'> }) {
  const { t } = useTranslation('evaluation')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ReasonedButton
        leftSection={<IconPlayerPlay size={18} aria-hidden />}
        reason={dataset.published_version === null ? t('runs.unpublished') : null}
        onClick={() => setIsOpen(true)}
      >
        {t('start.open')}
      </ReasonedButton>
      <OverlayBoundary isOpen={isOpen} opening={isOpen} onClose={() => setIsOpen(false)}>
        <Suspense>{isOpen && <StartDialog datasetId={dataset.id} onClose={() => setIsOpen(false)} />}</Suspense>
      </OverlayBoundary>
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { RecoveryCodes } from '#entities/auth/second-factor/RecoveryCodes.tsx'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'

/** Shows new recovery codes, once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('factor')
  return (
    <Dialog isOpen title={t('recovery.title')} maxWidth={520} persistent onClose={onClose}>
      <RecoveryCodes codes={codes} onKept={onClose} />
    </Dialog>
  )
}

import { useTranslation } from 'react-i18next'
import { ShortcutList } from '#shared/shortcuts/ShortcutList.tsx'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'

type ShortcutHelpProps = { isOpen: boolean; onClose: () => void }

/** Lists the keyboard shortcuts in a dialog. */
export function ShortcutHelp({ isOpen, onClose }: ShortcutHelpProps) {
  const { t } = useTranslation('shell')
  return (
    <Dialog isOpen={isOpen} title={t('shortcut.title')} maxWidth={460} onClose={onClose}>
      <ShortcutList />
    </Dialog>
  )
}

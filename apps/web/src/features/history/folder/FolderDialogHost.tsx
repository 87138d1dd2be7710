import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { loadWithTexts } from '#i18n/load-with-texts.ts'
import { OverlayBoundary } from '#shared/ui/states/CrashBoundary.tsx'
import { folderDialogStore } from './folder-dialog.ts'

const FolderDialogs = lazy(async () => ({
  default: (await loadWithTexts(() => import('./FolderDialogs.tsx'), 'folder', 'form', 'table')).FolderDialogs,
}))

const close = () => folderDialogStore.set(null)

/** Shows the open dialog of a folder, loaded with the first one. */
export function FolderDialogHost() {
  const opened = useSyncExternalStore(folderDialogStore.subscribe, folderDialogStore.read)
  const { pathname } = useLocation()
  // The dialog of the page that was left.
  useEffect(() => close, [pathname])
  return (
    <OverlayBoundary isOpen={opened !== null} opening={opened} onClose={close}>
      <Suspense>{opened && <FolderDialogs opened={opened} onClose={close} />}</Suspense>
    </OverlayBoundary>
  )
}

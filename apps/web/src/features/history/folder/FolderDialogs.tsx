import { DeleteFolderDialog } from './DeleteFolderDialog.tsx'
import type { OpenedFolderDialog } from './folder-dialog.ts'
import { FolderDialog } from './FolderDialog.tsx'
import { FolderFilesDialog } from './FolderFilesDialog.tsx'

type FolderDialogsProps = { opened: OpenedFolderDialog; onClose: () => void }

/** The dialog that is open. */
export function FolderDialogs({ opened, onClose }: FolderDialogsProps) {
  if (opened.kind === 'delete') return <DeleteFolderDialog folder={opened.folder} onClose={onClose} />
  if (opened.kind === 'files') return <FolderFilesDialog folder={opened.folder} onClose={onClose} />
  return opened.kind === 'edit' ? (
    <FolderDialog folder={opened.folder} parent={null} onClose={onClose} />
  ) : (
    <FolderDialog parent={opened.parent} onClose={onClose} />
  )
}

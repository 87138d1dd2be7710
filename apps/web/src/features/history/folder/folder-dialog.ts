import type { ChatFolder } from '@heddle/contracts/chat/folder'
import { createStore } from '#shared/external-store.ts'

export type OpenedFolderDialog =
  | { kind: 'create'; parent: ChatFolder | null }
  | { kind: 'edit'; folder: ChatFolder }
  | { kind: 'files'; folder: ChatFolder }
  | { kind: 'delete'; folder: ChatFolder }

/** The open dialog of a folder, shown by the shell: the drawer, which a phone closes, takes none with it. */
export const folderDialogStore = createStore<OpenedFolderDialog | null>(null)

// The files of a drop, with those in its folders.

import { keepDroppedPath } from './file-folders.ts'

/** Files that systems put into folders, and those that an application has open. */
const isSystemFile = ({ name }: File) => name.startsWith('.') || name.startsWith('~$') || name === 'Thumbs.db' || name === 'desktop.ini'

/** Leaves out the files of a folder that no user has put there. */
export const withoutSystemFiles = (files: Iterable<File>): File[] => [...files].filter((file) => !isSystemFile(file))

const readFile = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** A reader returns some hundred entries each time, and none at the end. */
async function listEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const found: FileSystemEntry[] = []
  for (;;) {
    const next = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (next.length === 0) return found
    found.push(...next)
  }
}

async function collectFiles(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    const file = await readFile(entry as FileSystemFileEntry)
    keepDroppedPath(file, entry.fullPath)
    return [file]
  }
  const files: File[] = []
  for (const child of await listEntries(entry as FileSystemDirectoryEntry)) files.push(...(await collectFiles(child)))
  return files
}

/** Returns the files of a drop. Called within the event, after which the transfer is empty. */
export async function readDroppedFiles(transfer: DataTransfer): Promise<File[]> {
  // What is no file of a disk, such as a picture of another page, has no entry.
  const dropped = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? [])
  const files = await Promise.all(dropped.map((one) => (one instanceof File ? Promise.resolve([one]) : collectFiles(one))))
  return withoutSystemFiles(files.flat())
}

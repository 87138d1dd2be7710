// The accepted files; the browser's filter applies to the file dialog, not to dropped and pasted files.
import { acceptedFileTypes, isHeicName } from '@heddle/contracts/chat/chat-file'

/** Extensions (`.pdf`), media types (`application/pdf`) and wildcards (`image/*`), as in an `accept` attribute. */
export type AcceptList = readonly string[]

export const acceptedFiles: AcceptList = [
  ...Object.values(acceptedFileTypes).flatMap((endings) => endings.map((ending) => `.${ending}`)),
  ...Object.keys(acceptedFileTypes),
]

/** Returns whether the list accepts the file. Without a media type, which systems do not always know, its extension decides. */
export function isAccepted({ name, type }: Pick<File, 'name' | 'type'>, accept: AcceptList): boolean {
  return accept.some((entry) => {
    if (entry.startsWith('.')) return name.toLowerCase().endsWith(entry.toLowerCase())
    if (entry.endsWith('/*')) return type.startsWith(entry.slice(0, -1))
    return type === entry
  })
}

export type Rejection = { readonly name: string; readonly reason: 'type' | 'heic' | 'size' | 'empty' | 'count' }

type Requirements = { readonly accept: AcceptList; readonly bytes: number; readonly room: number }

/** Splits the chosen files into those that may be uploaded and those that do not meet the requirements. */
export function sortFiles(files: readonly File[], { accept, bytes, room }: Requirements): { valid: File[]; rejected: Rejection[] } {
  const valid: File[] = []
  const rejected: Rejection[] = []
  for (const file of files) {
    const reason = !isAccepted(file, accept)
      ? isHeicName(file.name)
        ? 'heic'
        : 'type'
      : file.size === 0
        ? 'empty'
        : file.size > bytes
          ? 'size'
          : valid.length >= room
            ? 'count'
            : null
    if (reason === null) valid.push(file)
    else rejected.push({ name: file.name, reason })
  }
  return { valid, rejected }
}

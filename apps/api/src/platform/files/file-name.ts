// What a name says about a file, before the file is opened.
import { acceptedFileTypes, type FileMediaType, isHeicName } from '@heddle/contracts/chat/chat-file'
import type { ErrorCode } from '@heddle/contracts/errors'
import { limits } from '@heddle/contracts/limits'

/** What would make a name a path, end it early, or show it to a reader otherwise than it is: `exe.fdp` for `pdf.exe`. */
const forbidden = /[/\\\p{Cc}\p{Bidi_Control}\u2028\u2029\ufffd]/u

const isFileName = (name: string) =>
  name.trim() !== '' && !/^\.+$/.test(name) && name.length <= limits.fileNameCharacters && name.isWellFormed() && !forbidden.test(name)

const typesByEnding = new Map<string, FileMediaType>(
  Object.entries(acceptedFileTypes).flatMap(([type, endings]) => endings.map((ending) => [ending, type as FileMediaType] as const)),
)

/** The type that a name's ending promises; undefined for one that is not accepted. */
export const promisedType = (name: string): FileMediaType | undefined =>
  typesByEnding.get(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '')

/** Lock files and drafts of Office and LibreOffice, halves of downloads, and what macOS and Windows note of a folder or a file. */
const temporary =
  /^(?:~\$|~WRL|\._|\.~lock\.)|^(?:\.DS_Store|(?:eh)?thumbs\.db|desktop\.ini)$|\.(?:tmp|crdownload|partial|part|swp)$|:Zone\.Identifier$/i

/** Whether a program put the file beside those of its user. */
export const isTemporary = (name: string) => temporary.test(name)

/** Why a file is refused unread; null when it may be looked into. */
export function findRefusal({ name, size, isCut }: { name: string; size: number; isCut: boolean }): ErrorCode | null {
  if (!isFileName(name)) return 'FILE_NAME_INVALID'
  if (isTemporary(name)) return 'FILE_TEMPORARY'
  if (isHeicName(name)) return 'FILE_IS_HEIC'
  if (promisedType(name) === undefined) return 'FILE_TYPE_NOT_ACCEPTED'
  if (isCut) return 'FILE_TOO_LARGE'
  return size === 0 ? 'FILE_EMPTY' : null
}

/** A name that was refused is shown as it came, without what would disturb the text around it. */
export const printableName = (name: string) => name.toWellFormed().replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '\ufffd')

const stemCharacters = 80

/**
 * A text as far as it can be the name of a file, without its ending, on every system: of at most 240 bytes, and maybe empty. Names that a
 * system keeps for itself, as `CON`, have to be numbered.
 */
export const toFileStem = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, ' ')
    .replaceAll(/[\\/:*?"<>|\uFFFD]/g, ' ')
    .replaceAll(/\s+/gu, ' ')
    .slice(0, stemCharacters)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '')

const shownInline = new Set<string>(['application/pdf', 'image/png', 'image/jpeg', 'image/webp'])

/** RFC 6266: how a browser is told what to do with the bytes, and the name in both forms. */
export function contentDisposition(name: string, mediaType: string): string {
  const ascii = name.replaceAll(/[^ -~]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${shownInline.has(mediaType) ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

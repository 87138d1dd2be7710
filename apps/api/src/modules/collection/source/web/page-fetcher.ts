// Fetches what the address of a source has: a page or a document, unless it is unchanged, or the pages of a sitemap.
import { acceptedFileTypes, type FileMediaType, isImageType } from '@heddle/contracts/chat/chat-file'
import { limits } from '@heddle/contracts/limits'
import { HttpError } from '@heddle/workflow/model/ports'
import { promisedType } from '../../../../platform/files/file-name.ts'
import { decodeResponse, decodeDeclared, readCharset } from '../../../../platform/files/text-encoding.ts'
import { fetchGuarded, type GuardedRequestOptions, type GuardedResponse } from '../../../../platform/fetching/guarded-request.ts'
import { AppError } from '../../../../platform/errors/app-error.ts'
import { readTitle } from './page-title.ts'
import { readSitemap, type Sitemap } from './sitemap.ts'

export type Validators = { readonly etag: string | null; readonly lastModified: string | null }

export type FetchedPage = {
  readonly type: 'page'
  readonly mediaType: FileMediaType
  readonly name: string
  /** What the page calls itself; null where it does not. */
  readonly title: string | null
  readonly bytes: Buffer
}

/** What the address has now, and what the next visit asks by. */
export type Visit = Validators & ({ readonly type: 'unchanged' } | FetchedPage | { readonly type: 'sitemap'; readonly pages: string[] })

const pageTimeoutMs = 60_000
/** Sitemaps of an index that are read. */
const maxSitemaps = 20

/** A workflow's failed request, as the failure of a source. */
export function toSourceError(error: HttpError): AppError {
  if (error.code === 'WORKFLOW_HTTP_FORBIDDEN') return new AppError('SOURCE_BLOCKED_ADDRESS', { cause: error })
  if (error.code === 'WORKFLOW_HTTP_TOO_LARGE') return new AppError('FILE_TOO_LARGE', { cause: error })
  const status = error.params?.['status']
  return new AppError('SOURCE_UNREACHABLE', { cause: error, ...(status !== undefined && { params: { status } }) })
}

type FindPermission = GuardedRequestOptions['findPermission']

/** Visits an address. Throws an `AppError` that says why its content is not there, or the signal's reason once it is aborted. */
export async function visitPage(
  { url, etag, lastModified }: { readonly url: string } & Validators,
  findPermission: FindPermission,
  signal: AbortSignal,
): Promise<Visit> {
  const conditions = {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  }
  const response = await get(url, conditions, findPermission, signal)
  if (response.status === 304) return { type: 'unchanged', etag, lastModified }
  const validators = { etag: response.headers['etag'] ?? null, lastModified: response.headers['last-modified'] ?? null }
  const sitemap = isXml(response) ? readSitemap(readText(response)) : null
  if (sitemap) return { type: 'sitemap', pages: await listPages(response.url, sitemap, findPermission, signal), ...validators }
  const mediaType = readMediaType(response)
  if (response.bytes.length === 0) throw new AppError('FILE_EMPTY')
  const title = mediaType === 'text/html' ? readPageTitle(response) : null
  const bytes = isText(mediaType) ? toUtf8(response) : response.bytes
  return { type: 'page', mediaType, name: chooseName(response.url, mediaType), title, bytes, ...validators }
}

async function get(url: string, headers: Record<string, string>, findPermission: FindPermission, signal: AbortSignal) {
  try {
    const options = { findPermission, maxMs: pageTimeoutMs, maxBytes: limits.sourceFileBytes, acceptsNotModified: true }
    return await fetchGuarded({ method: 'GET', url, headers, body: null }, signal, options)
  } catch (error) {
    throw error instanceof HttpError ? toSourceError(error) : error
  }
}

const readContentType = ({ headers }: GuardedResponse) => (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

const isXml = (response: GuardedResponse) => /^(application|text)\/xml$/.test(readContentType(response))

const openXml = 'application/vnd.openxmlformats-officedocument'

/** What servers say of kinds that are read as another one. */
const otherTypes: readonly (readonly [said: string, type: FileMediaType])[] = [
  ['application/xhtml+xml', 'text/html'],
  ['application/vnd.ms-word.document.macroenabled.12', `${openXml}.wordprocessingml.document`],
  ['application/vnd.ms-word.template.macroenabled.12', `${openXml}.wordprocessingml.document`],
  [`${openXml}.wordprocessingml.template`, `${openXml}.wordprocessingml.document`],
  ['application/vnd.ms-powerpoint.presentation.macroenabled.12', `${openXml}.presentationml.presentation`],
  ['application/vnd.ms-powerpoint.slideshow.macroenabled.12', `${openXml}.presentationml.presentation`],
  ['application/vnd.ms-powerpoint.template.macroenabled.12', `${openXml}.presentationml.presentation`],
  [`${openXml}.presentationml.slideshow`, `${openXml}.presentationml.presentation`],
  [`${openXml}.presentationml.template`, `${openXml}.presentationml.presentation`],
  ['application/vnd.ms-excel.sheet.macroenabled.12', `${openXml}.spreadsheetml.sheet`],
  ['application/vnd.ms-excel.template.macroenabled.12', `${openXml}.spreadsheetml.sheet`],
  [`${openXml}.spreadsheetml.template`, `${openXml}.spreadsheetml.sheet`],
]

const readableTypes = new Map<string, FileMediaType>([
  ...(Object.keys(acceptedFileTypes) as FileMediaType[]).filter((type) => !isImageType(type)).map((type) => [type, type] as const),
  ...otherTypes,
])

/** The type that the server says, else that of the ending. Throws for one that is not read. */
function readMediaType(response: GuardedResponse): FileMediaType {
  const said = readContentType(response)
  const isUnknown = said === '' || said === 'application/octet-stream'
  const type = isUnknown ? promisedType(new URL(response.url).pathname) : readableTypes.get(said)
  if (type === undefined || isImageType(type)) throw new AppError('FILE_TYPE_NOT_ACCEPTED')
  return type
}

const isText = (mediaType: FileMediaType) => mediaType.startsWith('text/')

const readText = ({ bytes, headers }: GuardedResponse) => decodeResponse(bytes, headers['content-type'])

const readTold = ({ headers }: GuardedResponse) => readCharset(headers['content-type'] ?? '')

/** A file does not keep the encoding that only its server names. */
function toUtf8(response: GuardedResponse): Buffer {
  const told = readTold(response)
  const text = told === undefined || told === 'utf-8' ? null : decodeDeclared(response.bytes, told)
  return text === null ? response.bytes : Buffer.from(text)
}

/** Returns null for a page without a title, and for one whose encoding only its own text tells: a title is too short for that. */
function readPageTitle(response: GuardedResponse): string | null {
  const title = readTitle(decodeDeclared(response.bytes, readTold(response)) ?? '')
    .slice(0, limits.nameCharacters)
    .toWellFormed()
  return title === '' ? null : title
}

/** Returns a name with the ending of the type, made of the last part of the path, else of the host. */
function chooseName(url: string, mediaType: FileMediaType): string {
  const { pathname, hostname } = new URL(url)
  const last = decodePart(pathname.split('/').findLast((part) => part !== '') ?? hostname)
  const name = last
    .replaceAll(/[/\\\p{Cc}\p{Bidi_Control}\u2028\u2029\ufffd]/gu, '_')
    .slice(0, limits.nameCharacters)
    .toWellFormed()
  return promisedType(name) === mediaType ? name : `${name}.${acceptedFileTypes[mediaType][0]}`
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Returns the pages of a sitemap, or of those in an index, that are on the sitemap's own origin: each once, at most `limits.sitemapPages`. */
async function listPages(url: string, sitemap: Sitemap, findPermission: FindPermission, signal: AbortSignal): Promise<string[]> {
  const { origin } = new URL(url)
  const isOwn = (address: string) => address.length <= limits.urlCharacters && URL.canParse(address) && new URL(address).origin === origin
  const pages = new Set<string>()
  const addOwn = (addresses: readonly string[]) => {
    for (const address of addresses) {
      if (pages.size >= limits.sitemapPages) return
      if (isOwn(address)) pages.add(new URL(address).href)
    }
  }
  addOwn(sitemap.pages)
  for (const part of sitemap.sitemaps.filter(isOwn).slice(0, maxSitemaps)) {
    if (pages.size >= limits.sitemapPages) break
    const response = await get(part, {}, findPermission, signal)
    addOwn(readSitemap(readText(response))?.pages ?? [])
  }
  return [...pages]
}

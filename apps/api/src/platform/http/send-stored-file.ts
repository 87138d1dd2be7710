// Files as responses. Their bytes are not trusted: whatever a browser makes of them, it runs nothing.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import parseRange from 'range-parser'
import { contentDisposition } from '../files/file-name.ts'
import type { ByteRange } from '../files/file-store.ts'
import type { FileFacts, StoredFile } from '../files/store-file.ts'
import { AppError } from '../errors/app-error.ts'

/** Sends the bytes of a file as an attachment, or for a browser to show. */
export const sendFile = (reply: FastifyReply, file: FileFacts, content: Readable | Buffer): FastifyReply =>
  reply
    .header('content-type', file.mediaType)
    .header('content-length', file.sizeBytes)
    .header('content-disposition', contentDisposition(file.name, file.mediaType))
    .header('content-security-policy', 'sandbox')
    .header('cache-control', 'private, no-store')
    .send(content)

type ExportedZip = { readonly name: string; readonly size: number; readonly content: Readable }

/** Sends the zip of an export, which ends when `watch` says that its reader may read no longer. */
export function sendZip(reply: FastifyReply, { name, size, content }: ExportedZip, watch: (end: () => void) => () => void): FastifyReply {
  const stopWatching = watch(() => content.destroy(new Error('The reader has lost the right to read')))
  content.once('close', stopWatching)
  return sendFile(reply, { name, mediaType: 'application/zip', sizeBytes: size }, content)
}

/**
 * Sends a file of the store, or the one range of it that the request names. A route with `exposeHeadRoute` answers `HEAD` by it, and
 * opens nothing. Throws `RANGE_NOT_SATISFIABLE` and `FILE_STORE_UNAVAILABLE`.
 */
export async function sendStoredFile(request: FastifyRequest, reply: FastifyReply, { file, open }: StoredFile): Promise<FastifyReply> {
  // Opaque, as the key of the store concerns no caller.
  const etag = `"${createHash('sha256').update(file.storageKey).digest('base64url')}"`
  reply.header('accept-ranges', 'bytes').header('etag', etag)
  const range = readRange(request, file.sizeBytes, etag)
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.sizeBytes}`)
    throw new AppError('RANGE_NOT_SATISFIABLE')
  }
  const content = request.method === 'HEAD' ? Readable.from([]) : await open(range)
  if (!range) return sendFile(reply, file, content)
  reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`)
  return sendFile(reply, { ...file, sizeBytes: range.end - range.start + 1 }, content)
}

/** Returns the range to send; undefined for the whole file: of several ranges, a malformed one, or one of another content (RFC 9110, 14.2). */
function readRange({ method, headers }: FastifyRequest, sizeBytes: number, etag: string): ByteRange | 'unsatisfiable' | undefined {
  const ifRange = headers['if-range']
  if (method !== 'GET' || headers.range === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined
  // A suffix longer than the file is all of it (RFC 9110, 14.1.2); range-parser finds it unsatisfiable.
  const wanted = headers.range.replaceAll(/(?<=[=,]\s*)-(\d+)/g, (_, length) => `-${Math.min(Number(length), sizeBytes)}`)
  const ranges = parseRange(sizeBytes, wanted, { combine: true })
  if (ranges === -2 || (ranges !== -1 && ranges.type !== 'bytes')) return undefined
  if (ranges === -1) return headers.range.startsWith('bytes=') ? 'unsatisfiable' : undefined
  return ranges.length === 1 ? ranges[0] : undefined
}

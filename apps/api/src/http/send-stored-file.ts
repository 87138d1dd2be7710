import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'
import { contentDisposition } from '../files/file-name.ts'

export type OpenedFile = {
  readonly file: { readonly name: string; readonly mediaType: string; readonly sizeBytes: number }
  readonly content: Readable
}

/** Sends the bytes of an uploaded file. They are not trusted: whatever a browser makes of them, it runs nothing. */
export const sendStoredFile = (reply: FastifyReply, { file, content }: OpenedFile): FastifyReply =>
  reply
    .header('content-type', file.mediaType)
    .header('content-length', file.sizeBytes)
    .header('content-disposition', contentDisposition(file.name, file.mediaType))
    .header('content-security-policy', 'sandbox')
    .header('cache-control', 'private, no-store')
    .send(content)

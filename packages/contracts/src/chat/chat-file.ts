// The files of a chat.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { ErrorDetail } from '../errors.ts'
import { ReadingFindings } from '../document/reading.ts'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import { fileResponse, Id, IdParams, PageInfo, PageQuery } from '../wire.ts'

/**
 * What is accepted: the media type by which a file is known from its content, and the endings that its name may have. Those of Office with
 * macros, templates and shows are read as the kind without: nothing runs or reads their macros.
 */
export const acceptedFileTypes = {
  'application/pdf': ['pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx', 'docm', 'dotx', 'dotm'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx', 'pptm', 'ppsx', 'ppsm', 'potx', 'potm'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx', 'xlsm', 'xltx', 'xltm'],
  'text/csv': ['csv'],
  'text/markdown': ['md', 'markdown'],
  'text/plain': ['txt'],
  'text/html': ['html', 'htm'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
} as const satisfies Record<string, readonly string[]>
export type FileMediaType = keyof typeof acceptedFileTypes

const heicName = /\.(?:heic|heif|hif)$/i

/** Whether a name is one of a photograph in HEIC, which telephones take and no browser shows. */
export const isHeicName = (name: string) => heicName.test(name)

export const isImageType = (mediaType: string) => mediaType.startsWith('image/')

export const ChatFile = z.object({
  id: Id,
  name: z.string(),
  media_type: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Pages, slides, sheets, or 1 for what has none. 0 for an image. */
  page_count: z.int(),
  /** What could not be read of it as it stands. */
  findings: ReadingFindings,
})
export type ChatFile = z.infer<typeof ChatFile>
schemaIds.add(ChatFile, { id: 'ChatFile' })

/** What became of one file of an upload, in the order in which they came. */
export const UploadResult = z.discriminatedUnion('state', [
  ChatFile.extend({ state: z.literal('ready') }),
  z.object({ state: z.literal('refused'), name: z.string(), size: z.int(), error: ErrorDetail }),
])
export type UploadResult = z.infer<typeof UploadResult>
schemaIds.add(UploadResult, { id: 'UploadResult' })

/** A refused file leaves nothing behind, and keeps no other from being taken. */
export const uploadChatFiles = {
  method: 'POST',
  url: '/api/v1/chat/:id/file',
  schema: {
    summary: 'Put files into a chat; each is taken or refused with a reason',
    params: IdParams,
    response: { 200: z.object({ results: z.array(UploadResult) }) },
  },
  config: {
    policy: 'signed_in',
    form: z.object({ files: z.array(z.file()).min(1).max(limits.filesPerUpload) }),
    errors: ['CHAT_NOT_FOUND', 'FORBIDDEN', 'FILE_TOO_MANY', 'CHAT_FILE_UPLOAD_FAILED', 'FILE_STORE_UNAVAILABLE'],
  },
} as const satisfies Endpoint

export const uploadTestFiles = {
  method: 'POST',
  url: '/api/v1/test_file',
  schema: {
    summary: 'Upload files for the tests of workflows and assistants; they are removed after a day',
    tags: ['chat'],
    response: { 200: z.object({ results: z.array(UploadResult) }) },
  },
  config: {
    policy: 'signed_in',
    form: z.object({ files: z.array(z.file()).min(1).max(limits.filesPerUpload) }),
    errors: ['FORBIDDEN', 'FILE_TOO_MANY', 'CHAT_FILE_UPLOAD_FAILED', 'FILE_STORE_UNAVAILABLE'],
  },
} as const satisfies Endpoint

const FileParams = z.strictObject({ id: Id, fileId: Id })

/** Answers the bytes: an image or a PDF to show, anything else as an attachment that no browser runs. */
export const getChatFile = {
  method: 'GET',
  url: '/api/v1/chat/:id/file/:fileId',
  schema: {
    summary: 'A file of a chat as it was uploaded',
    params: FileParams,
    response: fileResponse,
  },
  config: {
    policy: 'signed_in',
    errors: ['CHAT_NOT_FOUND', 'FORBIDDEN', 'FILE_NOT_FOUND', 'FILE_STORE_UNAVAILABLE', 'RANGE_NOT_SATISFIABLE'],
  },
} as const satisfies Endpoint

export const FilePage = z.object({
  /** From 1. */
  number: z.int(),
  /** Of a sheet, its name. */
  label: z.string().nullable(),
  text: z.string(),
})
export type FilePage = z.infer<typeof FilePage>
schemaIds.add(FilePage, { id: 'FilePage' })

export const queryChatFilePages = {
  method: 'POST',
  url: '/api/v1/chat/:id/file/:fileId/page/query',
  schema: {
    summary: 'The text of a file, page by page, as it was read for the model',
    params: FileParams,
    body: PageQuery.extend({
      /** The first page to answer with. */
      from: z.int().min(1).optional(),
    }),
    response: { 200: PageInfo.extend({ pages: z.array(FilePage) }) },
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'FORBIDDEN', 'FILE_NOT_FOUND'] },
} as const satisfies Endpoint

export const deleteChatFile = {
  method: 'DELETE',
  url: '/api/v1/chat/:id/file/:fileId',
  schema: {
    summary: 'Take a file out of a chat; what replies have cited of it stays',
    params: FileParams,
    response: { 200: z.object({ success: z.boolean() }) },
  },
  config: { policy: 'signed_in', errors: ['CHAT_NOT_FOUND', 'FORBIDDEN', 'FILE_NOT_FOUND'] },
} as const satisfies Endpoint

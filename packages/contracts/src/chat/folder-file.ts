// The files of a folder, which are given to every chat in it by the rules of a chat's files.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { fileResponse, Id, IdParams, Success } from '../wire.ts'
import { ChatFile, UploadResult } from './chat-file.ts'

/** At most `limits.filesPerFolder`. */
export const listFolderFiles = {
  method: 'GET',
  url: '/api/v1/chat/folder/:id/file',
  schema: {
    summary: 'The files of a folder, in the order in which they came',
    params: IdParams,
    response: { 200: z.object({ files: z.array(ChatFile) }) },
  },
  config: { policy: 'signed_in', errors: ['CHAT_FOLDER_NOT_FOUND'] },
} as const satisfies Endpoint

export const uploadFolderFiles = {
  method: 'POST',
  url: '/api/v1/chat/folder/:id/file',
  schema: {
    summary: 'Put files into a folder; each is taken or refused with a reason',
    params: IdParams,
    response: { 200: z.object({ results: z.array(UploadResult) }) },
  },
  config: {
    policy: 'signed_in',
    form: z.object({ files: z.array(z.file()).min(1).max(limits.filesPerUpload) }),
    errors: ['CHAT_FOLDER_NOT_FOUND', 'FILE_TOO_MANY', 'CHAT_FILE_UPLOAD_FAILED', 'FILE_STORE_UNAVAILABLE'],
  },
} as const satisfies Endpoint

const FileParams = z.strictObject({ id: Id, fileId: Id })

export const getFolderFile = {
  method: 'GET',
  url: '/api/v1/chat/folder/:id/file/:fileId',
  schema: { summary: 'A file of a folder as it was uploaded', params: FileParams, response: fileResponse },
  config: {
    policy: 'signed_in',
    errors: ['CHAT_FOLDER_NOT_FOUND', 'FILE_NOT_FOUND', 'FILE_STORE_UNAVAILABLE', 'RANGE_NOT_SATISFIABLE'],
  },
} as const satisfies Endpoint

export const deleteFolderFile = {
  method: 'DELETE',
  url: '/api/v1/chat/folder/:id/file/:fileId',
  schema: {
    summary: 'Take a file out of a folder; what replies have cited of it stays',
    params: FileParams,
    response: { 200: Success },
  },
  config: { policy: 'signed_in', errors: ['CHAT_FOLDER_NOT_FOUND', 'FILE_NOT_FOUND'] },
} as const satisfies Endpoint

// Takes the parts of a multipart body as they come, each into a file of a folder that is gone when the upload has ended.
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ReceivedFile } from '../files/received-file.ts'
import { toUnavailable } from '../files/store-file.ts'
import { AppError } from '../errors/app-error.ts'

export type ReceiveFiles = (folder: string, signal: AbortSignal) => Promise<ReceivedFile[]>

export type UploadLimits = { readonly maxFileBytes: number; readonly maxFiles: number }

/** What the plugin takes and what it drops; the sum of a multipart body is bounded by nothing else. */
export const multipartOptions = ({ maxFileBytes, maxFiles }: UploadLimits) => ({
  throwFileSizeLimit: false,
  // A name is data and comes to us whole; without this, `../x` would arrive as `x`.
  preservePath: true,
  limits: {
    fileSize: maxFileBytes,
    files: maxFiles,
    parts: maxFiles + 1,
    fields: 1,
    fieldSize: 1_024,
    headerPairs: 20,
  },
})

const fieldName = 'files'
const createFormError = (maxFiles: number) =>
  new AppError('BAD_REQUEST', {
    params: { fields: [{ path: `body/${fieldName}`, message: `One to ${maxFiles} parts of this name are expected` }] },
  })

async function keep(part: MultipartFile, path: string, signal: AbortSignal): Promise<ReceivedFile> {
  await pipeline(part.file, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
  return { name: part.filename ?? '', path, size: part.file.bytesRead, isCut: part.file.truncated }
}

/** What the parser says of a body that is no form, or ends in the middle of one; a full disk is not the client's error. */
function refuseForm(error: unknown, maxFiles: number): never {
  if (error instanceof AppError) throw error
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (syscall === 'open' || syscall === 'write') throw toUnavailable(error)
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT')
    throw new AppError('FILE_TOO_MANY', { params: { max: maxFiles }, cause: error })
  throw new AppError('BAD_REQUEST', { cause: error })
}

/** Reads all files of the request; one too many, or anything but a file, refuses the whole. */
export function receiveFrom(request: FastifyRequest, { maxFiles }: Pick<UploadLimits, 'maxFiles'>): ReceiveFiles {
  return async (folder, signal) => {
    if (!request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
    const received: ReceivedFile[] = []
    try {
      for await (const part of request.parts()) {
        if (part.type !== 'file' || part.fieldname !== fieldName) {
          if (part.type === 'file') part.file.resume()
          throw createFormError(maxFiles)
        }
        received.push(await keep(part, join(folder, String(received.length)), signal))
      }
    } catch (error) {
      signal.throwIfAborted()
      refuseForm(error, maxFiles)
    }
    if (received.length === 0) throw createFormError(maxFiles)
    return received
  }
}

const folderPrefix = 'heddle-upload-'
const machine = hostname().replaceAll(/[^A-Za-z0-9]/g, '_')
/** Of this process; a killed one before it may have had its id, as the first process of a container has. */
const held = new Set<string>()

/**
 * A folder for one upload, which goes with what is in it when `act` has ended, however it ends. Throws `FILE_STORE_UNAVAILABLE` when it
 * cannot be made.
 */
export async function withUploadFolder<T>(act: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), `${folderPrefix}${machine}-${process.pid}-`)).catch((error: unknown) => {
    throw toUnavailable(error)
  })
  held.add(basename(folder))
  try {
    return await act(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    held.delete(basename(folder))
  }
}

/** Of another machine whose temporary folder is this one: its processes are not seen here. */
const abandonedAfterMs = 60 * 60 * 1000

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // One of another user may not be signalled.
    return (error as { code?: unknown }).code === 'EPERM'
  }
}

async function isAbandoned(name: string, now: Date) {
  if (held.has(name)) return false
  const [owner, pid] = name.slice(folderPrefix.length).split('-')
  if (owner === machine) return Number(pid) === process.pid || !isRunning(Number(pid))
  const { mtimeMs } = await stat(join(tmpdir(), name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
  return now.getTime() - mtimeMs > abandonedAfterMs
}

/** Removes the folders that no living process holds, at the start of a process. */
export async function removeAbandonedUploads(now: Date) {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix) || !(await isAbandoned(name, now))) continue
    // On a shared machine it may be another user's, which must not keep us from starting.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)
  }
}

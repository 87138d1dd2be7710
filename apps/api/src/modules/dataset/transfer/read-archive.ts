// Reads the zip of a dataset, of which nothing is trusted: each row is checked before it is parsed, parsed, and checked again by the schema.
import { Cells } from '@heddle/contracts/dataset/cell'
import { datasetEntries, datasetFormat, DatasetManifest } from '@heddle/contracts/dataset/dataset-file'
import { isOfLaterFormat } from '@heddle/contracts/file-format'
import { isTextWithin } from '@heddle/contracts/json-size'
import { limits } from '@heddle/contracts/limits'
import { parseTold } from '@heddle/contracts/told-errors'
import { AppError } from '../../../platform/errors/app-error.ts'
import { openExportedZip } from '../../../platform/files/exported-zip.ts'

const { manifestBytes, json, rowsBytes, rowBytes, rowJson } = limits.datasetFile

/** What a program that packs the file again may add: it is not read. */
const maxEntries = 20

export type FileRow = { readonly cells: Cells; /** Bytes of its JSON. */ readonly size: number }

export type DatasetArchive = {
  readonly manifest: DatasetManifest
  /** Yields the rows, each of which is read when it is asked for. */
  readonly readRows: () => AsyncGenerator<FileRow>
  readonly close: () => void
}

const refuse = (path: string, cause?: unknown) => new AppError('DATASET_FILE_INVALID', { cause, params: { path } })

/**
 * Opens the zip at `path`. Throws `DATASET_FILE_INVALID` for one that is no export, `DATASET_FILE_TOO_NEW` for a later format,
 * `DATASET_TOO_LARGE` for too many rows, and the codes of an uploaded file for a hostile or damaged zip.
 */
export async function openDatasetArchive(path: string, signal: AbortSignal): Promise<DatasetArchive> {
  const zip = await openExportedZip(path, { maxEntries, refuse, signal })
  try {
    const content = await zip.readManifest(datasetEntries.manifest, { maxBytes: manifestBytes, json })
    if (isOfLaterFormat(content, datasetFormat)) throw new AppError('DATASET_FILE_TOO_NEW')
    const { data: manifest, error } = parseTold(DatasetManifest, content)
    if (error) throw refuse(error.issues[0]?.path.join('/') ?? datasetEntries.manifest, error)
    const size = zip.findSize(datasetEntries.rows)
    if (size === undefined) throw refuse(datasetEntries.rows)
    // What it admits is refused before it is inflated.
    if (size > rowsBytes) throw new AppError('FILE_UNPACKS_TOO_LARGE')
    return {
      manifest,
      readRows: () => parseRows(zip.readEntry(datasetEntries.rows), manifest.rows),
      close: zip.close,
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** Yields the lines of a text, each without its line feed. */
async function* splitLines(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0
  let parts: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > rowsBytes) throw new AppError('FILE_UNPACKS_TOO_LARGE')
    let start = 0
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      yield Buffer.concat([...parts, chunk.subarray(start, end)])
      ;[parts, length, start] = [[], 0, end + 1]
    }
    const rest = chunk.subarray(start)
    length += rest.length
    if (length > rowBytes) throw new AppError('FILE_UNPACKS_TOO_LARGE')
    parts.push(rest)
  }
  if (length > 0) yield Buffer.concat(parts)
}

function parseRow(line: Buffer, path: string): Cells {
  try {
    if (!isTextWithin(line, rowJson)) throw refuse(path)
    return Cells.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line)))
  } catch (error) {
    throw error instanceof AppError ? error : refuse(path, error)
  }
}

/** Yields the rows. Throws unless there are as many as the manifest tells. */
async function* parseRows(stream: AsyncIterable<Buffer>, expected: number): AsyncGenerator<FileRow> {
  let count = 0
  for await (const line of splitLines(stream)) {
    count += 1
    if (count > expected) throw refuse('rows')
    yield { cells: parseRow(line, `${datasetEntries.rows}/${count}`), size: line.length }
  }
  if (count < expected) throw refuse('rows')
}

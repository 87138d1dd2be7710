// The store of files, the room for them, and the data by which scanned pages are recognized.
import type { Config } from '@heddle/config/config'
import { tmpdir } from 'node:os'
import { listLanguageData } from '../../platform/documents/child/ocr/language-data.ts'
import { createFileStore } from '../../platform/files/configured-store.ts'
import { keepsFiles, minFreeMb, readFreeMb } from '../../platform/files/store-check.ts'
import { describeError, type Finding, findingsOf } from './finding.ts'

/** What an upload takes of the temporary folder at most (docs/operating.md, Files). */
const copiesOfUpload = 3

/** Stores a file, reads it and removes it. */
export async function checkStorage({ files }: Pick<Config, 'files'>): Promise<Finding> {
  const { ok, wrong } = findingsOf('Storage')
  const name = files.s3 ? `The bucket ${files.s3.bucket} at ${files.s3.endpoint}` : `The folder ${files.dir}`
  const cure = files.s3 ? 'make the bucket, or correct the S3_ settings' : 'make it writable for this user, or correct FILES_DIR'
  try {
    const isIntact = await keepsFiles(createFileStore({ files }))
    return isIntact ? ok(`${name} keeps files.`) : wrong(`${name} returns other bytes than it was given: ${cure}.`)
  } catch (error) {
    return wrong(`${name} keeps no files (${describeError(error)}): ${cure}.`)
  }
}

export async function checkDisk({ files, maxFileMb }: Pick<Config, 'files' | 'maxFileMb'>): Promise<Finding> {
  const { ok, wrong } = findingsOf('Disk')
  const folders = [{ path: tmpdir(), minMb: copiesOfUpload * maxFileMb }, ...(files.s3 ? [] : [{ path: files.dir, minMb: minFreeMb }])]
  const measured = await Promise.all(folders.map(async (folder) => ({ ...folder, freeMb: await readFreeMb(folder.path) })))
  const full = measured.filter(({ freeMb, minMb }) => freeMb < minMb)
  if (full.length === 0)
    return ok(
      measured
        .map(({ path, freeMb }) => `${freeMb} MB are free in ${path}`)
        .join(', ')
        .concat('.'),
    )
  return wrong(`${full.map(({ path, freeMb, minMb }) => `${freeMb} MB are free in ${path}, of ${minMb} needed`).join(', ')}: make room.`)
}

export async function checkOcrData({ ocrDataDir }: Pick<Config, 'ocrDataDir'>): Promise<Finding> {
  const { ok, note, wrong } = findingsOf('OCR data')
  if (ocrDataDir === undefined) return note('OCR_DATA_DIR is not set: scanned pages have no text (docs/operating.md, Files).')
  const files = await listLanguageData(ocrDataDir).catch(() => null)
  if (files && files.length > 0) return ok(`${ocrDataDir} has ${files.map(({ language }) => language).join(', ')}.`)
  const what = files ? 'has no traineddata file' : 'is no folder that can be read'
  return wrong(`${ocrDataDir} ${what}: put the data of your languages there, or correct OCR_DATA_DIR.`)
}

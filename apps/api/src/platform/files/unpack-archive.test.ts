import { limits } from '@heddle/contracts/limits'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createZipBomb } from '../../../test/files/zip-bomb.ts'
import { unpackArchive } from './unpack-archive.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function unpack(name: string, content: Buffer) {
  const target = await mkdtemp(join(folder, name))
  const path = join(target, 'all.zip')
  await writeFile(path, content)
  const { files } = await unpackArchive(path, target, new AbortController().signal)
  return files
}

describe('a file of an archive that is larger than a file may be', () => {
  const partMegabytes = 60

  test('is not unpacked where the archive says how large it is', async () => {
    const [file] = await unpack('told', createZipBomb({ megabytes: partMegabytes, partMegabytes }))
    expect(file).toMatchObject({ isCut: true, size: partMegabytes * 1024 * 1024 })
    await expect(stat(file?.path ?? '')).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('is unpacked as far as a file may be long where the archive lies', async () => {
    const [file] = await unpack('lies', createZipBomb({ megabytes: partMegabytes, partMegabytes, declaredBytes: 10 }))
    expect(file?.isCut).toBe(true)
    expect(file?.size).toBeLessThan(limits.sourceFileBytes + 1024 * 1024)
    expect((await stat(file?.path ?? '')).size).toBeLessThanOrEqual(limits.sourceFileBytes)
  })
})

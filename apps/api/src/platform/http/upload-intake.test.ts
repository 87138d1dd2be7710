import multipart from '@fastify/multipart'
import fastify from 'fastify'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createForm } from '../../../test/files/form.ts'
import { unknownId } from '../../../test/application/test-app.ts'
import { multipartOptions, receiveFrom, removeAbandonedUploads, withUploadFolder } from './upload-intake.ts'

test('a disk that cannot be written is told as ours, and not as a bad request', async () => {
  const app = fastify()
  await app.register(multipart, multipartOptions({ maxFileBytes: 1_000, maxFiles: 3 }))
  app.post('/', (request) =>
    receiveFrom(request, { maxFiles: 3 })(`/nowhere/${unknownId()}`, new AbortController().signal).then(
      () => null,
      ({ code, params }: { code: unknown; params: unknown }) => ({ code, params }),
    ),
  )
  const answer = await app.inject({ method: 'POST', url: '/', ...createForm([{ name: 'a.txt', content: 'Cotton' }]) })
  expect(answer.json()).toEqual({ code: 'FILE_STORE_UNAVAILABLE', params: { retry_after: 15 } })
  await app.close()
})

test('the folder of a killed process goes at the next start, and those of living ones stay', async () => {
  const other = spawn('cat')
  await withUploadFolder(async (own) => {
    const folder = own.replace(`-${process.pid}-`, `-${other.pid}-`)
    await mkdir(folder)
    await removeAbandonedUploads(new Date())
    expect([existsSync(own), existsSync(folder)]).toEqual([true, true])
    other.kill('SIGKILL')
    await once(other, 'exit')
    await removeAbandonedUploads(new Date())
    expect([existsSync(own), existsSync(folder)]).toEqual([true, false])
  })
})

import multipart from '@fastify/multipart'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { createForm } from '../../../test/files/form.ts'
import { unknownId } from '../../../test/application/test-app.ts'
import { multipartOptions, receiveFrom } from './upload-intake.ts'

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

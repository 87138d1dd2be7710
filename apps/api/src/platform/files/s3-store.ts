import type { S3Settings } from '@heddle/config/config'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { assertKey, type FileStore, toStoreError } from './file-store.ts'

/** For a whole call with the library's retries; a file of 20 MB takes a second on a local network. */
const defaultTimeoutMs = 60_000

/** Keeps the library from writing to the console; its failures are thrown and logged by our code. */
const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** Stores files in a bucket of an S3-compatible server. Loads the library on first use. */
export function createS3Store({ endpoint, bucket, region, ...credentials }: S3Settings, timeoutMs = defaultTimeoutMs): FileStore {
  let loading: ReturnType<typeof load> | undefined

  async function load() {
    const { S3Client, PutObjectCommand, GetObjectCommand, DeleteObjectCommand } = await import('@aws-sdk/client-s3')
    const client = new S3Client({
      endpoint,
      region,
      credentials,
      // Other servers than Amazon's often support neither an address per bucket nor the newer checksums.
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
      logger: silent,
      requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 },
    })
    return { client, PutObjectCommand, GetObjectCommand, DeleteObjectCommand }
  }

  async function call<T>(key: string, act: (s3: Awaited<ReturnType<typeof load>>, abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    assertKey(key)
    // Limits the call only: reading the body may take longer.
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(new Error(`No response within ${timeoutMs} ms`)), timeoutMs)
    try {
      loading ??= load()
      return await act(await loading, timeout.signal)
    } catch (error) {
      throw toStoreError(error)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    put: (key, path) =>
      call(key, async ({ client, PutObjectCommand }, abortSignal) => {
        const { size } = await stat(path)
        const Body = createReadStream(path)
        try {
          await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body, ContentLength: size }), { abortSignal })
        } finally {
          Body.destroy()
        }
      }),

    open: (key, range) =>
      call(key, async ({ client, GetObjectCommand }, abortSignal) => {
        const Range = range && `bytes=${range.start}-${range.end}`
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range }), { abortSignal })
        if (!(Body instanceof Readable)) throw new Error('The response has no body')
        return Body
      }),

    remove: (key) =>
      call(key, async ({ client, DeleteObjectCommand }, abortSignal) => {
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), { abortSignal })
      }),
  }
}

// An S3-compatible server on loopback, with one bucket.
import S3rver from 's3rver'
import type { S3Settings } from '@heddle/config/config'

/** The only key that it knows. */
export const s3Key = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

export async function startS3Server(directory: string) {
  const bucket = 'files'
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: bucket, configs: [] }] })
  const { port } = await server.run()
  const settings: S3Settings = { ...s3Key, endpoint: `http://127.0.0.1:${port}`, bucket, region: 'us-east-1' }
  return { settings, close: () => server.close() }
}

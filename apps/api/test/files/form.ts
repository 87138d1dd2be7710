// A multipart body byte by byte, as no browser would send it when a test asks for that.
import { randomUUID } from 'node:crypto'

export type FormFile = {
  readonly name: string
  readonly content: Buffer | string
  /** Of the form's field. */
  readonly field?: string
  /** The content type that the sender claims; it is not trusted. */
  readonly type?: string
}

export function createForm(files: readonly FormFile[]) {
  const boundary = `form-${randomUUID()}`
  const parts = files.flatMap(({ name, content, field = 'files', type = 'application/octet-stream' }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name.replaceAll('"', '%22')}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

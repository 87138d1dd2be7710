declare module 'yazl' {
  import type { Readable } from 'node:stream'
  export class ZipFile {
    readonly outputStream: Readable
    addBuffer(buffer: Buffer, name: string): void
    end(): void
  }
}

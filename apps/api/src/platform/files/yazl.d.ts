declare module 'yazl' {
  import type { EventEmitter } from 'node:events'
  import type { PassThrough, Readable } from 'node:stream'
  type EntryOptions = { readonly compress?: boolean; readonly forceZip64Format?: boolean }
  export class ZipFile extends EventEmitter {
    readonly outputStream: PassThrough
    /** The file is read when its turn has come; an error of it is emitted. */
    addFile(path: string, name: string, options?: EntryOptions): void
    addBuffer(buffer: Buffer, name: string, options?: EntryOptions & { readonly mode?: number }): void
    /** The stream is opened when its turn has come; another size than that given is an error. */
    addReadStreamLazy(
      name: string,
      options: EntryOptions & { readonly size?: number },
      open: (callback: (error: unknown, content?: Readable) => void) => void,
    ): void
    /** Calls back with the bytes of the whole zip: -1 where an entry is compressed. */
    end(options?: { readonly forceZip64Format?: boolean }, onTotalSize?: (bytes: number) => void): void
  }
}

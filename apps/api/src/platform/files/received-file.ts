/** A file of an upload in a folder that is gone when the request has ended. */
export type ReceivedFile = {
  readonly name: string
  readonly path: string
  readonly size: number
  /** It was longer than a file may be, and the rest was not kept. */
  readonly isCut: boolean
}

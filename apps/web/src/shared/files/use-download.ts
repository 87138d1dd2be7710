import type { Endpoint, EndpointRequest } from '@heddle/contracts/endpoint'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sendSignedIn } from '../api/client.ts'
import { isAborted, NetworkError } from '../api/errors.ts'
import { saveFile } from './save-file.ts'

type DownloadOptions = {
  /** The caller shows the error. */
  readonly silent?: boolean
}

type Download<E extends Endpoint> = { readonly request: EndpointRequest<E>; readonly fileName: string }

/** Reads all of a response. One that the service breaks off fails as a lost connection does. */
async function readBlob(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Blob> {
  try {
    return await new Response(body).blob()
  } catch (error) {
    throw isAborted(error) ? error : new NetworkError('The response broke off', { cause: error })
  }
}

/** Fetches a file of a media type, counts the received bytes, and downloads it. */
export function useDownload<E extends Endpoint>(endpoint: E, mediaType: string, { silent = false }: DownloadOptions = {}) {
  const [receivedBytes, setReceivedBytes] = useState(0)
  const [totalBytes, setTotalBytes] = useState<number | null>(null)
  const running = useRef<AbortController>(null)

  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ request, fileName }: Download<E>) => {
      const abort = new AbortController()
      running.current = abort
      setReceivedBytes(0)
      setTotalBytes(null)
      const { body, headers } = await sendSignedIn(endpoint, { ...request, signal: abort.signal }, mediaType)
      if (!body) throw new Error('The answer had no body')
      setTotalBytes(Number(headers.get('content-length')) || null)
      const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          setReceivedBytes((bytes) => bytes + chunk.byteLength)
          controller.enqueue(chunk)
        },
      })
      saveFile(fileName, headers.get('content-type') ?? mediaType, await readBlob(body.pipeThrough(count)))
    },
    meta: { silent },
  })
  return { download: mutate, cancel: () => running.current?.abort(), isDownloading: isPending, error, receivedBytes, totalBytes }
}

import type { Endpoint, EndpointRequest } from '@heddle/contracts/endpoint'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sendSignedIn } from '../api/client.ts'
import { saveFile } from './save-file.ts'

/** Fetches a CSV, counts the received bytes, and downloads it as a file. */
export function useCsvDownload<E extends Endpoint>(endpoint: E) {
  const [receivedBytes, setReceivedBytes] = useState(0)
  const download = useMutation({
    mutationFn: async ({ request, fileName }: { request: EndpointRequest<E>; fileName: string }) => {
      setReceivedBytes(0)
      const { body } = await sendSignedIn(endpoint, request, 'text/csv')
      if (!body) throw new Error('The answer had no body')
      const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          setReceivedBytes((bytes) => bytes + chunk.byteLength)
          controller.enqueue(chunk)
        },
      })
      saveFile(fileName, 'text/csv;charset=utf-8', await new Response(body.pipeThrough(count)).blob())
    },
  })
  return { download: download.mutate, isDownloading: download.isPending, receivedBytes }
}

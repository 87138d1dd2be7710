// fetch does not report upload progress; XMLHttpRequest does.

type Sending = { method: string; headers: Headers; body: FormData; signal?: AbortSignal; onSent: (share: number) => void }

/** Sends like `fetch`, and calls `onSent` with the sent share, from 0 to 1. Throws a TypeError without a response, or the abort of `signal`. */
export function sendWithProgress(url: string, { method, headers, body, signal, onSent }: Sending): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const settle = (end: () => void) => () => {
      signal?.removeEventListener('abort', abort)
      end()
    }
    request.open(method, url)
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total === 0 ? 1 : loaded / total))
    request.addEventListener(
      'load',
      settle(() => {
        const kept = ['content-type', 'x-request-id'].map((name): [string, string] => [name, request.getResponseHeader(name) ?? ''])
        resolve(new Response(request.responseText, { status: request.status, headers: kept }))
      }),
    )
    request.addEventListener(
      'error',
      settle(() => reject(new TypeError('The upload did not arrive'))),
    )
    request.addEventListener(
      'abort',
      settle(() => reject(new DOMException('The upload was aborted', 'AbortError'))),
    )
    if (signal?.aborted) return reject(new DOMException('The upload was aborted', 'AbortError'))
    signal?.addEventListener('abort', abort, { once: true })
    request.send(body)
  })
}

// Holds every response of an API test to its contract: an error code that is not declared there fails the test.
import { listDeclaredErrors } from '@heddle/contracts/endpoint-errors'
import { endpoints } from '@heddle/contracts/endpoint-list'
import type { App } from '../../src/platform/http/app-instance.ts'
import { findEndpointName } from '../../src/platform/http/endpoint-name.ts'
import { findFailure } from '../../src/platform/http/failure.ts'

/** Watches the responses of `app`; the returned function throws if any had an undeclared code. */
export function watchErrors(app: App): () => void {
  const undeclared = new Set<string>()
  app.addHook('onResponse', async (request, reply) => {
    const failure = findFailure(request)
    const name = findEndpointName(request.method, request.routeOptions.url ?? '')
    // What fails after the headers of a stream is an event of it, no response.
    if (!failure || name === undefined || reply.statusCode !== failure.statusCode) return
    if (!listDeclaredErrors(endpoints[name]).includes(failure.code)) undeclared.add(`${name}: ${failure.code}`)
  })
  return () => {
    if (undeclared.size > 0) throw new Error(`Responses had error codes that their contracts do not declare: ${[...undeclared].join(', ')}`)
  }
}

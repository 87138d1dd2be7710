// The HTTP port of a workflow: the servers that its tenant allows, read for each request, so that a change takes effect at once.
import type { HttpPort } from '@heddle/workflow/model/ports'
import { type GuardedRequestOptions, sendGuarded } from './guarded-request.ts'

export type OnSecret = GuardedRequestOptions['onSecret']

export const createHttpPort = (loadPermissions: () => Promise<GuardedRequestOptions['findPermission']>, onSecret?: OnSecret): HttpPort => ({
  send: async (request, signal) => sendGuarded(request, signal, { findPermission: await loadPermissions(), onSecret }),
})

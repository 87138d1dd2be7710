import type { GuardedRequestOptions } from '../../../../platform/fetching/guarded-request.ts'

type FindPermission = GuardedRequestOptions['findPermission']

/** Returns what sources may fetch: any public address, and a private one where the tenant's list of hosts allows it. No secret is sent. */
export const findPagePermission =
  (findAllowed: FindPermission): FindPermission =>
  (host) => ({ allowsPrivate: findAllowed(host)?.allowsPrivate ?? false, secretHeader: null })

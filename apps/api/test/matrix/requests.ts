// A valid call of each endpoint: what it says beyond whom or what it is about.
import { type EndpointName, endpoints } from '@heddle/contracts/endpoint-list'
import type { RequestContext, Target } from './part.ts'
import { parts } from './parts.ts'
import type { MatrixWorld } from './world.ts'

/** The body of a valid call, or undefined for an endpoint without one. */
export async function bodyOf(route: EndpointName, context: RequestContext): Promise<object | undefined> {
  for (const { bodies } of parts) if (bodies?.[route]) return bodies[route](context)
  return endpoints[route].method === 'POST' ? {} : undefined
}

const queryOf = (route: EndpointName) => parts.map(({ queries }) => queries?.[route] ?? '').join('')

/** The address of a call, with the ids of its target where the contract has parameters. */
export function urlOf(
  route: EndpointName,
  {
    id,
    userId = id,
    messageId = id,
    fileId = id,
    hostId = id,
    runId = id,
    sourceId = id,
    chunkId = id,
    editId = id,
    questionId = id,
    importId = id,
    shareId = id,
    comparisonId = id,
    rowId = id,
  }: Target,
): string {
  return (endpoints[route].url + queryOf(route))
    .replace(':product', 'made-up')
    .replace(':number', '1')
    .replace(':userId', userId)
    .replace(':messageId', messageId)
    .replace(':fileId', fileId)
    .replace(':hostId', hostId)
    .replace(':runId', runId)
    .replace(':sourceId', sourceId)
    .replace(':chunkId', chunkId)
    .replace(':editId', editId)
    .replace(':questionId', questionId)
    .replace(':importId', importId)
    .replace(':shareId', shareId)
    .replace(':comparisonId', comparisonId)
    .replace(':rowId', rowId)
    .replace(':page', '1')
    .replace(/:\w+/, id)
}

let calls = 0

/** An address of its own for each call: how often one address may try a password is not what these tests are about. */
const newAddress = () => {
  calls += 1
  return `10.${calls >> 16}.${(calls >> 8) & 0xff}.${calls & 0xff}`
}

type CallOptions = { readonly headers?: Record<string, string>; readonly payload?: object | undefined }

export const inject = ({ api }: Pick<MatrixWorld, 'api'>, route: EndpointName, target: Target, { headers = {}, payload }: CallOptions) =>
  api.app.inject({
    method: endpoints[route].method,
    url: urlOf(route, target),
    remoteAddress: newAddress(),
    headers,
    ...(payload && { payload }),
  })

/** Makes a valid call about a thing. */
export async function callAbout(
  world: Pick<MatrixWorld, 'api' | 'db'>,
  { route, thing }: { readonly route: EndpointName; readonly thing: string },
  target: Target,
  headers: Record<string, string> = {},
) {
  for (const { forms } of parts) {
    const form = forms?.[route]?.()
    if (form) return inject(world, route, target, { payload: form.payload, headers: { ...headers, ...form.headers } })
  }
  return inject(world, route, target, { headers, payload: await bodyOf(route, { db: world.db, thing, target }) })
}

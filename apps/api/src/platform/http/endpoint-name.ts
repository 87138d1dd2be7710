import type { Endpoint } from '@heddle/contracts/endpoint'
import { type EndpointName, endpoints } from '@heddle/contracts/endpoint-list'

const routeKey = (method: string, url: string) => `${method} ${url}`

const namesByRoute: ReadonlyMap<string, EndpointName> = new Map(
  Object.entries<Endpoint>(endpoints).map(([name, { method, url }]) => [routeKey(method, url), name as EndpointName]),
)

/** Returns the endpoint of a route; undefined for a route without contract. */
export const findEndpointName = (method: string, url: string): EndpointName | undefined => namesByRoute.get(routeKey(method, url))

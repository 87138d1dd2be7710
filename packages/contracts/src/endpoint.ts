// The shape of every endpoint: spread into a Fastify route by the API, called by name by the web.
import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { TextSize } from './json-size.ts'
import type { Permission } from './permissions.ts'

/**
 * Who may call: anyone (`public`), a user with a valid session (`own_session`, also before a required change of the password;
 * `signed_in`, only after it), or a role with the permission. What an actor may do with one entity is decided where it is read.
 */
export type Policy = 'public' | 'own_session' | 'signed_in' | Permission

/** What a caller is known by. */
export type CredentialKind = 'session'

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path with `:name` parameters, from the origin on. */
  readonly url: string
  readonly schema: {
    readonly params?: z.ZodType
    readonly querystring?: z.ZodType
    readonly body?: z.ZodType
    /** By status: JSON, or for anything else the schema of each media type. Of an event stream it is that of one event. */
    readonly response: {
      readonly 200?: z.ZodType | Contents
      readonly 201?: z.ZodType
      readonly 206?: Contents
      readonly 503?: z.ZodType
    }
    readonly summary: string
    /** The group of the document, where it is not the first word of the path after the version. */
    readonly tags?: readonly string[]
  }
  readonly config: {
    readonly policy: Policy
    /** The kinds of credential that the policy admits; sessions unless it says otherwise. */
    readonly credentials?: readonly CredentialKind[]
    /**
     * Whether each call leaves an event in the audit log: every administrative write and every sign-in. `selected`: only
     * those that the service selects, of an endpoint whose other calls are private or too many.
     */
    readonly audited?: true | 'selected'
    /** Whether the caller has to have shown within ten minutes who it is: what opens doors, or lets others in. */
    readonly stepUp?: true
    /** What the endpoint's own domain refuses; what any endpoint of its kind can answer is in endpoint-errors.ts. */
    readonly errors?: readonly ErrorCode[]
    /** Of a JSON body that may have more, or less, than `limits.bodyJson`. */
    readonly bodyJson?: TextSize
    /** The parts of a multipart/form-data body, which the route reads itself: described here, not validated. */
    readonly form?: z.ZodType
  }
}

/** A response in other media types than JSON. */
type Contents = { readonly description: string; readonly content: Readonly<Record<string, { readonly schema: z.ZodType }>> }

type Input<S> = S extends z.ZodType ? z.input<S> : undefined
type Defined<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** What a caller of the endpoint gives: `params`, `query` and `body`, where the endpoint declares them. */
export type EndpointRequest<E extends Endpoint> = Defined<{
  params: Input<E['schema']['params']>
  query: Input<E['schema']['querystring']>
  body: Input<E['schema']['body']>
}>

/** What a successful call answers, as parsed by its schema. */
export type EndpointResponse<E extends Endpoint> = E['schema']['response'] extends { readonly 200: infer S extends z.ZodType }
  ? z.output<S>
  : E['schema']['response'] extends { readonly 201: infer S extends z.ZodType }
    ? z.output<S>
    : undefined

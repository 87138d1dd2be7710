// Keyset paging: a page begins after the last row of the previous one, so that inserted and deleted rows shift nothing. The token
// contains the list, its filters and that row's key, and is signed.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../errors/app-error.ts'

type PageRequest = { readonly page_size?: number | undefined; readonly page_token?: string | undefined }

export type PagedListDefinition<Filters, Key> = {
  /** Unique among all lists. */
  readonly name: string
  readonly filters: z.ZodType<Filters>
  /** The filter that says whose list it is, where the path of the call says it too: a token of another one's is refused. */
  readonly owner?: keyof Filters
  /** The columns that determine a row's position in the list. */
  readonly key: z.ZodType<Key>
  readonly defaultSize: number
}

export type Page<Filters, Key> = {
  readonly size: number
  readonly filters: Filters
  /** The key of the last row of the previous page; null on the first page. */
  readonly after: Key | null
}

const createPageTokenError = () =>
  new AppError('BAD_REQUEST', { params: { fields: [{ path: 'body/page_token', message: 'Not a token of this list' }] } })

export type Paging = ReturnType<typeof createPaging>

export function createPaging(signingKey: Uint8Array) {
  const sign = (payload: string) => createHmac('sha256', signingKey).update(payload).digest('base64url')

  function seal(content: unknown) {
    const payload = Buffer.from(JSON.stringify(content)).toString('base64url')
    return `${payload}.${sign(payload)}`
  }

  function unseal(token: string): unknown {
    const [payload = '', signature = ''] = token.split('.')
    const [given, expected] = [Buffer.from(signature), Buffer.from(sign(payload))]
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    return JSON.parse(Buffer.from(payload, 'base64url').toString())
  }

  return {
    defineList<Filters, Key>({ name, filters, owner, key, defaultSize }: PagedListDefinition<Filters, Key>) {
      const Content = z.object({ list: z.literal(name), size: z.int(), filters, after: key })

      return {
        /** Returns the requested page. A token's filters, which are those of the first call, override the body's, but for its owner. */
        read({ page_size, page_token }: PageRequest, given: Filters): Page<Filters, Key> {
          if (page_token === undefined) return { size: page_size ?? defaultSize, filters: given, after: null }
          const content = Content.safeParse(unseal(page_token))
          if (!content.success) throw createPageTokenError()
          const { data } = content
          if (owner !== undefined && data.filters[owner] !== given[owner]) throw createPageTokenError()
          return { size: page_size ?? data.size, filters: data.filters, after: data.after }
        },

        /**
         * Splits the found rows, one more than the page has if there are more, into the page's rows and the token of the next page. A page whose
         * rows are too large together has `count` rows.
         */
        cut<Row>(page: Page<Filters, Key>, found: readonly Row[], toKey: (row: Row) => Key, count = page.size) {
          const rows = found.slice(0, count)
          const last = rows.at(-1)
          if (found.length <= count || last === undefined) return { rows, nextPageToken: undefined }
          return { rows, nextPageToken: seal({ list: name, size: page.size, filters: page.filters, after: toKey(last) }) }
        },
      }
    },
  }
}

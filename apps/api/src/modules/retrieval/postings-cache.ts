// The postings of the terms that questions share, in memory: a common word of 100,000 chunks is in a thousand rows. They are known by the
// digest of the contents that they are of, with their revisions, so that they are never those of other contents. Who may find which contents
// is asked at each search, in the statement that reads what is missing.
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { type ChunkKey, findPostings, type SearchedContents, type SearchScope } from './search.sql.ts'

/** Of 200 words that are in each of 100,000 chunks, or of more that are in fewer. What does not fit is read at each search. */
const maxPostingBytes = 64 * 2 ** 20
/** The lengths and sources of 6 million chunks. */
const maxContentBytes = 16 * 2 ** 20
const maxScopes = 1_000
/** What an entry takes beside its bytes. */
const entryBytes = 300
const sourceBytes = 64

export type FoundPostings = {
  readonly contents: SearchedContents
  /** Of each term, as `rankByBm25` reads them. */
  readonly postings: readonly Uint8Array[]
  /** The chunks that are switched off. */
  readonly disabled: readonly ChunkKey[]
}

export type PostingsCache = ReturnType<typeof createPostingsCache>

export function createPostingsCache() {
  /** The digest of what was found last in a scope: a guess that saves reading, and that the statement checks. */
  const digests = new LRUCache<string, string>({ max: maxScopes })
  const knownContents = new LRUCache<string, SearchedContents>({
    maxSize: maxContentBytes,
    sizeCalculation: ({ sources, lengths }) => lengths.byteLength + sources.length * sourceBytes + entryBytes,
  })
  const knownPostings = new LRUCache<string, Uint8Array>({
    maxSize: maxPostingBytes,
    sizeCalculation: ({ byteLength }) => byteLength + entryBytes,
  })

  return {
    /**
     * Returns the contents that may be found with the postings of some terms, all of one moment.
     *
     * @param terms `hashTerm` of each
     */
    async find(pool: Pool, scope: SearchScope, terms: readonly bigint[]): Promise<FoundPostings> {
      const scopeName = nameScope(scope)
      const known = knownContents.get(digests.get(scopeName) ?? '') ?? null
      const kept = terms.map((term) => (known ? knownPostings.get(namePostings(known, term)) : undefined))
      const asked = terms.map((key, index) => ({ key, isKnown: kept[index] !== undefined }))
      const { contents: others, postings: read, disabled } = await findPostings(pool, scope, asked, known?.digest ?? null)
      const contents = others ?? known ?? noContents
      if (others) {
        digests.set(scopeName, others.digest)
        knownContents.set(others.digest, others)
      }
      const postings = terms.map((term, index) => {
        const own = others ? undefined : kept[index]
        if (own) return own
        // A copy: small buffers share their memory, which one that is kept would hold.
        const bytes = new Uint8Array(Buffer.concat(read.get(index) ?? []))
        knownPostings.set(namePostings(contents, term), bytes)
        return bytes
      })
      return { contents, postings, disabled }
    },
  }
}

const noContents: SearchedContents = { sources: [], lengths: new Uint16Array(), digest: '' }

const namePostings = ({ digest }: SearchedContents, term: bigint) => `${digest}/${term}`

/** All but the time, which what is found changes with once a day. */
const nameScope = ({ actor, collectionIds, filters, asManager }: SearchScope) =>
  hash('sha256', JSON.stringify([actor.tenantId, actor.memberships, collectionIds, filters, asManager]), 'base64')

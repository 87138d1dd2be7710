// Ingests a corpus into the product over its API, asks for passages by their titles, and prints how many are found.
import { createCollection, getCollection } from '@heddle/contracts/knowledge/collection'
import { searchCollection } from '@heddle/contracts/knowledge/search'
import { createSource } from '@heddle/contracts/knowledge/source'
import { type Language, languages } from '@heddle/contracts/languages'
import { createModel } from '@heddle/contracts/model/model'
import { createModelEndpoint } from '@heddle/contracts/model/model-endpoint'
import { createGroup } from '@heddle/contracts/people/group'
import { measureQuality } from '@heddle/retrieval/quality'
import { setTimeout as delay } from 'node:timers/promises'
import { type ApiClient, createApiClient } from '../conformance/api-client.ts'
import type { Product } from '../conformance/product.ts'
import { StartError } from '../starting/start-lock.ts'
import { type Corpus, listDocuments } from './evaluation-corpus.ts'

export type EvaluationOptions = {
  /** Of an OpenAI-compatible embedding server. */
  readonly endpoint: string
  readonly model: string
  readonly queryPrefix: string
  readonly passagePrefix: string
  readonly maxQuestions: number
}

type Passage = Corpus['passages'][number]

/** What a question is asked in, and the language of the documents that are searched; all of them when null. */
type Direction = { readonly name: string; readonly question: Language; readonly documents: Language | null }

const ways = { words: [1, 0], vectors: [0, 1], both: [1, 1] } as const
/** Tokens of a chunk: the least, so that few passages share one. */
const chunkTokens = 100
/** A chunk has an expected passage when it has these characters of its beginning, or of its end. */
const proofLength = 30

async function addCollection(api: ApiClient, options: EvaluationOptions): Promise<string> {
  const name = { default: 'Evaluation' }
  const { endpoint } = await api.call(createModelEndpoint, {
    body: { endpoint: { name: 'Embedding server', base_url: options.endpoint, purposes: ['embedding'] } },
  })
  const embedding = { query_prefix: options.queryPrefix, passage_prefix: options.passagePrefix, batch_size: 16 }
  await api.call(createModel, {
    body: { model: { endpoint_id: endpoint.id, upstream_name: options.model, name: 'evaluation', kind: 'embedding', embedding } },
  })
  const { group } = await api.call(createGroup, { body: { group: { name } } })
  const settings = { name, group_id: group.id, embedding_model: 'evaluation', chunk_tokens: chunkTokens }
  const { collection } = await api.call(createCollection, { body: { collection: settings } })
  return collection.id
}

async function ingest(api: ApiClient, id: string, corpus: Corpus, signal: AbortSignal) {
  const documents = listDocuments(corpus)
  for (const [index, { language, text }] of documents.entries()) {
    // The title is searched too, and says nothing of the passages.
    const source = { kind: 'text', title: `${index + 1}`, text, language } as const
    await api.call(createSource, { params: { id }, body: { source, allow_duplicate: true } })
  }
  for (;;) {
    const { collection } = await api.call(getCollection, { params: { id } })
    const { indexed = 0, failed = 0 } = collection.sources
    if (failed > 0) throw new StartError(`${failed} sources failed`)
    if (indexed === documents.length) return console.log(`${documents.length} sources with ${collection.chunk_count} passages`)
    await delay(2_000, undefined, { signal })
  }
}

const fold = (text: string) => text.normalize('NFKC').replaceAll(/\s+/g, '')

/** Returns the rank of the passage in one of the languages; null when it is not among the first ten. */
async function findRank(api: ApiClient, id: string, passage: Passage, direction: Direction, way: keyof typeof ways) {
  const [lexical_weight, vector_weight] = ways[way]
  const { question, documents } = direction
  const filters = documents === null ? {} : { languages: [documents] }
  const { results, notices } = await api.call(searchCollection, {
    params: { id },
    body: { query: passage.title[question], filters, top_k: 10, lexical_weight, vector_weight, rerank: false },
  })
  const problem = notices.find((notice) => notice !== 'no_vectors')
  if (problem) throw new StartError(`A search went without its vectors: ${problem}`)
  const expected = (documents === null ? languages : [documents]).map((language) => fold(passage.text[language]))
  const proofs = expected.flatMap((text) => [text.slice(0, proofLength), text.slice(-proofLength)])
  const index = results.findIndex(({ chunk }) => proofs.some((proof) => fold(chunk.text).includes(proof)))
  return index === -1 ? null : index + 1
}

function listDirections(): Direction[] {
  const same = languages.map((language) => ({ name: `${language} → ${language}`, question: language, documents: language }))
  const toEnglish = languages
    .filter((language) => language !== 'en')
    .map((language) => ({ name: `${language} → en`, question: language, documents: 'en' as const }))
  const toAll = languages.map((language) => ({ name: `${language} → all`, question: language, documents: null }))
  return [...same, ...toEnglish, ...toAll]
}

/**
 * Prints recall@5 and MRR@10 of words, vectors and both, for questions on passages of their language, of English, and of all. A question
 * that a model has rewritten into English is the English title: its row is `en → en`.
 */
export async function evaluateRetrieval(product: Product, corpus: Corpus, options: EvaluationOptions): Promise<void> {
  const { address, signal } = product
  const api = createApiClient(address, await product.signIn('admin'), signal)
  const id = await addCollection(api, options)
  await ingest(api, id, corpus, signal)
  const step = Math.max(1, Math.floor(corpus.passages.length / options.maxQuestions))
  const asked = corpus.passages.filter((_, index) => index % step === 0).slice(0, options.maxQuestions)
  console.log(`${asked.length} questions a row; recall@5 (MRR@10)`)
  for (const direction of listDirections()) {
    const columns: string[] = []
    for (const way of Object.keys(ways) as (keyof typeof ways)[]) {
      const ranks: (number | null)[] = []
      for (const passage of asked) ranks.push(await findRank(api, id, passage, direction, way))
      const { recallAt5, mrrAt10 } = measureQuality(ranks)
      columns.push(`${way} ${recallAt5.toFixed(3)} (${mrrAt10.toFixed(3)})`)
    }
    console.log(`${direction.name.padEnd(16)} ${columns.join('   ')}`)
  }
}

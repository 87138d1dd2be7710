// Ingests a corpus into the product over its API, asks for passages by their titles, and prints how many are found.
import { createCollection, getCollection } from '@heddle/contracts/collection/collection'
import { searchCollection } from '@heddle/contracts/retrieval/search'
import { createSource } from '@heddle/contracts/collection/source'
import { type Language, languages } from '@heddle/contracts/languages'
import { createModel } from '@heddle/contracts/model/model'
import { createModelEndpoint } from '@heddle/contracts/model/model-endpoint'
import { createGroup } from '@heddle/contracts/group/group'
import { measureRanks } from '@heddle/evaluation/score/ranks'
import { setTimeout as delay } from 'node:timers/promises'
import { type ApiClient, createApiClient } from '../conformance/api-client.ts'
import type { Product } from '../conformance/product.ts'
import { StartError } from '../processes/start-lock.ts'
import { type Corpus, listDocuments } from './evaluation-corpus.ts'
import { spellQuestion } from './spellings.ts'

export type EvaluationOptions = {
  /** Of an OpenAI-compatible embedding server. */
  readonly endpoint: string
  readonly model: string
  readonly queryPrefix: string
  readonly passagePrefix: string
  readonly maxQuestions: number
}

type Texts = Corpus['passages'][number]['text']

/** What is asked, in the row that it is counted in. */
type Question = {
  readonly row: string
  readonly text: string
  /** Of the documents that are searched; all of them when null. */
  readonly language: Language | null
  readonly expected: Texts
}

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

/** Returns the rank of the expected passage in one of the languages; null when it is not among the first ten. */
async function findRank(api: ApiClient, id: string, { text, language, expected }: Question, way: keyof typeof ways) {
  const [lexical_weight, vector_weight] = ways[way]
  const filters = language === null ? {} : { languages: [language] }
  const { results, notices } = await api.call(searchCollection, {
    params: { id },
    body: { query: text, filters, top_k: 10, lexical_weight, vector_weight, rerank: false },
  })
  const problem = notices.find((notice) => notice !== 'no_vectors')
  if (problem) throw new StartError(`A search went without its vectors: ${problem}`)
  const texts = (language === null ? languages : [language]).map((each) => fold(expected[each]))
  const proofs = texts.flatMap((each) => [each.slice(0, proofLength), each.slice(-proofLength)])
  const index = results.findIndex(({ chunk }) => proofs.some((proof) => fold(chunk.text).includes(proof)))
  return index === -1 ? null : index + 1
}

/** Returns the questions of all rows: each language to each, to all of them, in other spellings, as sentences, and by the numbers of standards. */
function listQuestions(asked: Corpus['passages'], { standards }: Corpus): Question[] {
  const titles = asked.flatMap(({ title, text: expected }) =>
    languages.flatMap((from) => [
      ...languages.map((to) => ({ row: `${from} → ${to}`, text: title[from], language: to, expected })),
      { row: `${from} → all`, text: title[from], language: null, expected },
      ...spellQuestion(from, title[from]).map(({ name, text }) => ({ row: name, text, language: from, expected })),
    ]),
  )
  const numbers = standards.flatMap(({ number, text: expected }) => [
    ...languages.map((language) => ({ row: `number → ${language}`, text: number, language, expected })),
    { row: 'number → all', text: number, language: null, expected },
    { row: 'number, typed otherwise', text: number.replace('GB/T', 'GB').replace(/ (?=\d)/, ''), language: null, expected },
  ])
  return [...titles, ...numbers]
}

type Ranks = Readonly<Record<keyof typeof ways, number | null>>

/** Returns recall@1, recall@5 and MRR@10 of each way, and how often both put first what one of them alone does. */
function describeRow(ranks: readonly Ranks[]): string {
  const measured = keysOf(ways).map((way) => {
    const { hitAt1, recallAtK, mrrAt10 } = measureRanks(
      ranks.map((each) => [each[way]]),
      5,
    )
    return `${way} ${[hitAt1, recallAtK, mrrAt10].map((share) => share.toFixed(3)).join(' ')}`
  })
  const disputed = ranks.filter(({ words, vectors }) => (words === 1) !== (vectors === 1))
  const kept = disputed.filter(({ both }) => both === 1)
  return [...measured, `kept ${kept.length}/${disputed.length}`].join('   ')
}

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as Key[]

/**
 * Prints recall@1, recall@5 and MRR@10 of words, vectors and both, and of the questions of which one half alone has the right passage first, how
 * many have it first by both. A question that a model has rewritten into English is the English title: its row is `en → en`.
 */
export async function evaluateRetrieval(product: Product, corpus: Corpus, options: EvaluationOptions): Promise<void> {
  const { address, signal } = product
  const api = createApiClient(address, await product.signIn('admin'), signal)
  const id = await addCollection(api, options)
  await ingest(api, id, corpus, signal)
  const step = Math.max(1, Math.floor(corpus.passages.length / options.maxQuestions))
  const asked = corpus.passages.filter((_, index) => index % step === 0).slice(0, options.maxQuestions)
  console.log(`${asked.length} questions a row; recall@1 recall@5 MRR@10`)
  for (const [row, questions] of Map.groupBy(listQuestions(asked, corpus), (question) => question.row)) {
    const ranks: Ranks[] = []
    for (const question of questions) {
      const [words, vectors, both] = [
        await findRank(api, id, question, 'words'),
        await findRank(api, id, question, 'vectors'),
        await findRank(api, id, question, 'both'),
      ]
      ranks.push({ words, vectors, both })
    }
    console.log(`${row.padEnd(28)} ${String(ranks.length).padStart(4)}   ${describeRow(ranks)}`)
  }
}

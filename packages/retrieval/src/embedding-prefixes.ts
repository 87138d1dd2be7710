// What embedding models expect before a text, by the names that they are published under.

export type EmbeddingPrefixes = { readonly query: string; readonly passage: string }

const none: EmbeddingPrefixes = { query: '', passage: '' }
const task = 'Instruct: Given a web search query, retrieve relevant passages that answer the query'
const represent = 'Represent this sentence for searching relevant passages: '

/** The first that matches counts. */
const families: readonly (readonly [name: RegExp, prefixes: EmbeddingPrefixes])[] = [
  [/e5-[\w-]*instruct|e5-mistral|gte-qwen/, { query: `${task}\nQuery: `, passage: '' }],
  [/qwen3-embedding/, { query: `${task}\nQuery:`, passage: '' }],
  [/e5-(small|base|large)/, { query: 'query: ', passage: 'passage: ' }],
  [/bge-(small|base|large)-en|mxbai-embed|arctic-embed-(?!\w+-v2)/, { query: represent, passage: '' }],
  [/arctic-embed-\w+-v2/, { query: 'query: ', passage: '' }],
  [/bge-(small|base|large)-zh/, { query: '为这个句子生成表示以用于检索相关文章：', passage: '' }],
  [/nomic-embed/, { query: 'search_query: ', passage: 'search_document: ' }],
  [/embedding-?gemma/, { query: 'task: search result | query: ', passage: 'title: none | text: ' }],
]

/**
 * Returns what a model expects before a question and before a passage, as its model card on Hugging Face says; nothing for a model that
 * expects nothing (bge-m3) or is unknown.
 *
 * @param name of the model at its server, such as `intfloat/multilingual-e5-small` or `nomic-embed-text:latest`
 */
export function findEmbeddingPrefixes(name: string): EmbeddingPrefixes {
  const lower = name.toLowerCase()
  return families.find(([family]) => family.test(lower))?.[1] ?? none
}

import { expect, test } from 'vitest'
import { findEmbeddingPrefixes } from './embedding-prefixes.ts'

test.each([
  ['intfloat/multilingual-e5-small', 'query: ', 'passage: '],
  ['intfloat/multilingual-e5-large-instruct', expect.stringMatching(/^Instruct: .+\nQuery: $/), ''],
  ['Qwen/Qwen3-Embedding-0.6B', expect.stringMatching(/^Instruct: .+\nQuery:$/), ''],
  ['BAAI/bge-base-en-v1.5', expect.stringContaining('Represent this sentence'), ''],
  ['Snowflake/snowflake-arctic-embed-m-v1.5', expect.stringContaining('Represent this sentence'), ''],
  ['Snowflake/snowflake-arctic-embed-l-v2.0', 'query: ', ''],
  ['nomic-embed-text:latest', 'search_query: ', 'search_document: '],
  ['google/embeddinggemma-300m', 'task: search result | query: ', 'title: none | text: '],
  ['BAAI/bge-m3', '', ''],
  ['text-embedding-3-small', '', ''],
  // This server sets them itself, by the name.
  ['e5-query', '', ''],
])('%s expects its own prefixes', (name, query, passage) => {
  expect(findEmbeddingPrefixes(name)).toEqual({ query, passage })
})

// `pnpm evaluation CORPUS --endpoint URL`: how well the product finds passages by their titles, in five languages and across them, with a
// real embedding model. scripts/evaluation/build-corpus.py builds the corpus; not part of `test`.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startProduct } from './conformance/product.ts'
import { evaluateRetrieval } from './evaluation/evaluate-retrieval.ts'
import { readCorpus } from './evaluation/evaluation-corpus.ts'
import { Parts } from './starting/stack.ts'
import { StartError } from './processes/start-lock.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    endpoint: { type: 'string', default: 'http://127.0.0.1:8123/v1' },
    model: { type: 'string', default: 'multilingual-e5-small' },
    'query-prefix': { type: 'string', default: 'query: ' },
    'passage-prefix': { type: 'string', default: 'passage: ' },
    passages: { type: 'string', default: '10000' },
    distractors: { type: 'string', default: '10000' },
    questions: { type: 'string', default: '200' },
  },
})

const parts = new Parts()
const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort(new StartError('Stopping …')))
const dataDir = await mkdtemp(join(tmpdir(), 'heddle-evaluation-'))
try {
  const [path] = positionals
  if (path === undefined)
    throw new StartError('Which corpus? python3 scripts/evaluation/build-corpus.py KIND FOLDER writes FOLDER/corpus.json.')
  const corpus = await readCorpus(path, Number(values.passages), Number(values.distractors))
  const product = await startProduct(dataDir, parts, stopping.signal)
  await evaluateRetrieval(product, corpus, {
    endpoint: values.endpoint,
    model: values.model,
    queryPrefix: values['query-prefix'],
    passagePrefix: values['passage-prefix'],
    maxQuestions: Number(values.questions),
  })
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
} finally {
  await parts.stop()
  await rm(dataDir, { recursive: true, force: true })
}

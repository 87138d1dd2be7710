// With a real model; not part of `test`.
// `pnpm evaluation CORPUS --endpoint URL`: how well the product finds passages by their titles, in five languages and across them, with an
// embedding model. scripts/evaluation/build-corpus.py builds the corpus.
// `pnpm evaluation plans --endpoint URL --model NAME`: how many questions of an institute's tables a chat model makes a right plan of.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startProduct } from './conformance/product.ts'
import { evaluatePlans } from './evaluation/evaluate-plans.ts'
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
  const [subject] = positionals
  if (subject === undefined) {
    throw new StartError('Which corpus, or `plans`? python3 scripts/evaluation/build-corpus.py KIND FOLDER writes FOLDER/corpus.json.')
  }
  const asked = { endpoint: values.endpoint, model: values.model, maxQuestions: Number(values.questions) }
  const start = () => startProduct(dataDir, parts, stopping.signal)
  if (subject === 'plans') {
    await evaluatePlans(await start(), asked)
  } else {
    const corpus = await readCorpus(subject, Number(values.passages), Number(values.distractors))
    const prefixes = { queryPrefix: values['query-prefix'], passagePrefix: values['passage-prefix'] }
    await evaluateRetrieval(await start(), corpus, { ...asked, ...prefixes })
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
} finally {
  await parts.stop()
  await rm(dataDir, { recursive: true, force: true })
}

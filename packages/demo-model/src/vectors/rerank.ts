// POST /v1/rerank and /rerank: scores by the vectors of the demonstration, in the shapes of vLLM and of TEI, or wrong on purpose.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { z } from 'zod'
import { embedText } from './demo-vectors.ts'
import type { Failures } from '../refusal/failures.ts'
import { estimatePromptTokens } from '../reply.ts'
import { sendError, sendJson } from '../respond.ts'
import { sleep } from '../stream.ts'
import { readSwitches, stripDirectives, type Switches } from '../switches.ts'

const texts = z.array(z.string()).min(1).optional()
const RerankRequest = z.looseObject({ model: z.string().default(''), query: z.string(), documents: texts, texts })

const dimensions = 256

export function createRerank(defaults: Switches, failures: Failures) {
  return async function answerRerank(response: ServerResponse, body: unknown, headers: IncomingHttpHeaders): Promise<void> {
    const request = RerankRequest.parse(body)
    const { model, query } = request
    const switches = readSwitches(defaults, model, headers, query)
    if (failures.isDue(switches, `${model}\n${query}`)) return failures.send(response, switches)
    const isTexts = (switches.rerank ?? (request.documents ? 'documents' : 'texts')) === 'texts'
    const passages = isTexts ? request.texts : request.documents
    if (!passages) return sendError(response, 422, `missing field \`${isTexts ? 'texts' : 'documents'}\``)

    await sleep(switches.latency ?? 0)
    const asked = embedText(stripDirectives(query), dimensions)
    const scored = passages.map((text, index) => ({ index, score: toScore(asked, embedText(text, dimensions), switches) }))
    const results = spoilScores(
      scored.toSorted((a, b) => b.score - a.score),
      switches,
    )
    if (isTexts) return sendJson(response, 200, results)
    const tokens = estimatePromptTokens([query, ...passages].map((content) => ({ role: 'user', content })))
    sendJson(response, 200, {
      id: 'rerank-demonstration',
      model,
      usage: { prompt_tokens: tokens, total_tokens: tokens },
      results: results.map(({ index, score }) => ({ index, relevance_score: score })),
    })
  }
}

type Score = { readonly index: number; readonly score: number }

function toScore(question: Float32Array, passage: Float32Array, { scores }: Switches): number {
  const cosine = question.reduce((sum, value, index) => sum + value * (passage[index] ?? 0), 0)
  const logit = 12 * cosine - 4
  return scores === 'logits' ? logit : 1 / (1 + Math.exp(-logit))
}

function spoilScores(results: readonly Score[], { scores }: Switches): readonly Score[] {
  const [first, ...rest] = results
  if (!first) return results
  switch (scores) {
    case 'repeated':
      return [first, first, ...rest.slice(1)]
    case 'unknown':
      return [{ ...first, index: results.length }, ...rest]
    case 'missing':
      return rest
    default:
      return results
  }
}

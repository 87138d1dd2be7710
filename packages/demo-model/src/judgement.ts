// The judgement of an answer: how much of the words and figures that are expected it has, and whether a passage has those of each sentence.
import { z } from 'zod'
import { extractFeatures } from './passages.ts'

const judgementRequest = /^You judge an answer\b/

/** What a judge is sent. */
const Judged = z.object({
  must_decline: z.boolean().optional(),
  expected_answer: z.string().nullish(),
  expected_points: z.array(z.string()).optional(),
  answer: z.string(),
  sentences: z.array(z.object({ number: z.int(), text: z.string() })).optional(),
  passages: z.array(z.object({ text: z.string() })).optional(),
})
type Judged = z.infer<typeof Judged>

export type DemoJudgement = {
  readonly reason: string
  readonly correctness?: 0 | 0.5 | 1
  readonly claims?: readonly { readonly number: number; readonly is_supported: boolean }[]
}

/** Shares of the features of a text that count as all of it, and as a part. */
const whole = 0.8
const part = 0.3

function measureShare(wanted: string, found: ReadonlySet<string>): number {
  const features = [...extractFeatures(wanted)]
  return features.length === 0 ? 0 : features.filter((feature) => found.has(feature)).length / features.length
}

function judgeCorrectness({
  must_decline: mustDecline,
  expected_answer: expected,
  expected_points: points = [],
  answer,
  passages = [],
}: Judged) {
  // An answer that declines cites nothing.
  if (mustDecline === true) return passages.length === 0 ? 1 : 0
  const wanted = points.length > 0 ? points : expected ? [expected] : null
  if (!wanted) return undefined
  const found = extractFeatures(answer)
  const shares = wanted.map((text) => measureShare(text, found))
  if (shares.every((share) => share >= whole)) return 1
  return shares.some((share) => share >= part) ? 0.5 : 0
}

/** Returns the judgement that a prompt asks for; null where it asks for none, or its JSON is not that of an answer. */
export function createJudgement(prompt: string, message: string): DemoJudgement | null {
  if (!judgementRequest.test(prompt)) return null
  const judged = Judged.safeParse(parseJson(message)).data
  if (!judged) return null
  const correctness = judgeCorrectness(judged)
  const passages = judged.passages?.map(({ text }) => extractFeatures(text)) ?? []
  const claims = judged.sentences?.map(({ number, text }) => ({
    number,
    is_supported: passages.some((features) => measureShare(text, features) >= whole),
  }))
  const reason = `Compared by words alone, as a demonstration: ${correctness ?? 'nothing is expected'}.`
  return { reason, ...(correctness !== undefined && { correctness }), ...(claims && { claims }) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

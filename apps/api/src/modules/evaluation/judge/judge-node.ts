// The one node of the run of a judge.
import { Correctness, type Judgement } from '@heddle/contracts/evaluation/eval-answer'
import { acceptJson } from '@heddle/workflow/model/call/json-answer'
import { callModel } from '@heddle/workflow/model/call/model-call'
import type { JsonObject } from '@heddle/workflow/model/exact-json'
import type { NodeType } from '@heddle/workflow/model/node-type'
import { z } from 'zod'
import { toStorableText } from '../../../platform/database/storable-text.ts'
import { createJudgeMessages, createJudgementSchema } from './judge-prompt.ts'
import type { JudgedCase } from './judged-answer.ts'

const maxOutputTokens = 4_096
const maxReason = 2_000

/** Returns the node, which hands its judgement to `keep`. */
export const createJudgeNode = (judged: JudgedCase, keep: (judgement: Judgement) => void): NodeType => {
  const schema = createJudgementSchema(judged)
  const check = createCheck(judged)
  const form = { keys: schema.required, check: (json: JsonObject) => check.safeParse(json) }
  return {
    fields: () => ({}),
    templates: () => ({}),
    model: () => null,
    run: ({ id: nodeId }, context) =>
      callModel(
        {
          nodeId,
          model: context.input.model,
          createMessages: () => createJudgeMessages(judged),
          temperature: 0,
          maxOutputTokens,
          answerSchema: { name: 'judgement', schema },
          isEmitted: false,
          accept: (call) =>
            acceptJson(call, form, (judgement) => {
              keep(judgement)
              return { output: {} }
            }),
        },
        context,
      ),
  }
}

/** Models write numbers as texts too. */
const toNumber = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value)

const nothing = z
  .unknown()
  .transform(() => undefined)
  .optional()

/** Returns the check of an answer: nothing that is asked for may be missing, and no other sentence be named. */
function createCheck({ asksForCorrectness, claims, passages }: JudgedCase) {
  const number = z.preprocess(toNumber, z.int().min(1).max(claims.length))
  const Claims = z
    .array(z.object({ number, is_supported: z.union([z.boolean(), z.stringbool()]) }))
    .max(claims.length)
    .refine((items) => new Set(items.map((item) => item.number)).size === items.length, 'A sentence is named twice.')
  return z
    .object({
      reason: z.string().trim().min(1),
      correctness: asksForCorrectness ? z.preprocess(toNumber, Correctness) : nothing,
      claims: claims.length > 0 ? Claims : nothing,
    })
    .transform(({ reason, correctness = null, claims: named = [] }): Judgement => ({
      correctness,
      reason: toStorableText(reason.slice(0, maxReason)),
      claims: named
        .toSorted((a, b) => a.number - b.number)
        // Nothing supports the claims of an answer that cites nothing.
        .map((item) => ({ text: claims[item.number - 1] ?? '', is_supported: passages.length > 0 && item.is_supported })),
    }))
}

import { describe, expect, test } from 'vitest'
import { isGivenUp } from './finish-reason.ts'
import { readEvents } from '../../../../../test/servers/read-reply.ts'
import { toChunk } from '../../../../../test/servers/scripted-server.ts'

const splitWords = (list: string) => list.split(' ')

describe('a finish reason', () => {
  test.each([
    ...splitWords('stop STOP eos_token stop_sequence end_turn pause_turn COMPLETE eosFound stop_criteria_met FINISH FINISH_REASON_STOP'),
    { type: 'stop', matched: 151_645 },
  ])('%j is an end', async (reason) => {
    expect(await readEvents(toChunk({ content: 'a' }), toChunk({}, reason as string), '[DONE]')).toMatchObject({
      finish: 'stop',
      error: undefined,
    })
  })

  test.each(splitWords('tool_calls TOOL_CALL tool_use function_call'))(
    '%j is a call of a tool, which leaves a text as it is',
    async (reason) => {
      expect(await readEvents(toChunk({ content: 'a' }), toChunk({}, reason), '[DONE]')).toMatchObject({
        text: 'a',
        finish: 'tool_calls',
        error: undefined,
      })
    },
  )

  test.each([
    ...splitWords(
      'length max_tokens MAX_TOKENS model_length maxPredictedTokensReached contextLengthReached ERROR_LIMIT limit model_context_window_exceeded token_limit',
    ),
    { type: 'length', length: 16 },
  ])('%j is the limit', async (reason) => {
    expect(await readEvents(toChunk({ content: 'a' }, reason as string), '[DONE]')).toMatchObject({
      text: 'a',
      finish: 'length',
      error: undefined,
    })
  })

  test.each(
    splitWords(
      'content_filter SAFETY RECITATION BLOCKLIST PROHIBITED_CONTENT SPII refusal sensitive guardrail_intervened content_filtered CONTENT_FILTERED ERROR_TOXIC contentFilter IMAGE_SAFETY',
    ),
  )('%j is a filter', async (reason) => {
    const { text, finish, error } = await readEvents(toChunk({ content: 'First' }), toChunk({}, reason), '[DONE]')
    expect({ text, finish, error }).toMatchObject({ text: 'First', finish: undefined, error: { code: 'MODEL_CONTENT_FILTERED' } })
  })

  test.each([
    ...splitWords('abort error ERROR network_error insufficient_system_resource modelUnloaded timeout unload'),
    { type: 'abort' },
  ])('%j gives the reply up, and counts for the health of the server', async (reason) => {
    const { text, finish, error } = await readEvents(toChunk({ content: 'First point: do not' }), toChunk({}, reason as string), '[DONE]')
    expect({ text, finish }).toEqual({ text: 'First point: do not', finish: undefined })
    expect(error).toMatchObject({ code: 'MODEL_STREAM_BROKEN' })
    expect(isGivenUp(error)).toBe(true)
  })

  test.each(['MALFORMED_FUNCTION_CALL', 'repetition', 'load', 'OTHER', 'whatever comes next', 7])(
    '%j is no whole reply',
    async (reason) => {
      const { text, error } = await readEvents(toChunk({ content: 'a' }), toChunk({}, reason as string), '[DONE]')
      expect({ text, error }).toMatchObject({ text: 'a', error: { code: 'MODEL_STREAM_BROKEN' } })
      expect(isGivenUp(error)).toBe(false)
    },
  )

  test.each(['', 'null', 'none', null, undefined])('%j is none', async (reason) => {
    expect(await readEvents(toChunk({ content: 'a' }, reason as string))).toMatchObject({
      text: 'a',
      error: { code: 'MODEL_STREAM_BROKEN' },
    })
    expect(await readEvents(toChunk({ content: 'a' }, reason as string), '[DONE]')).toMatchObject({ finish: 'stop', error: undefined })
  })

  test('of SGLang says with its words that the prompt is too long', async () => {
    const reason = {
      type: 'abort',
      message: "The input (5000 tokens) is longer than the model's context length (4096 tokens).",
      status_code: 400,
    }
    const { refusals, error } = await readEvents(toChunk({}, reason as unknown as string), '[DONE]')
    expect(refusals).toEqual([reason])
    expect(error).toMatchObject({ name: 'ModelError' })
  })
})

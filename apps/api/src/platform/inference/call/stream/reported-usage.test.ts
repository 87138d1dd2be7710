import { describe, expect, test } from 'vitest'
import { readEvents, readText } from '../../../../../test/servers/read-reply.ts'
import { toChunk, toEvents } from '../../../../../test/servers/scripted-server.ts'

describe('a reported usage', () => {
  const words = 'Cotton shrinks when it is washed. '
  const long = words.repeat(200)
  const report = (input: unknown, output: unknown, { prompt = words, text = words } = {}) =>
    readText(
      toEvents(toChunk({ content: text }, 'stop'), { choices: [], usage: { prompt_tokens: input, completion_tokens: output } }, '[DONE]'),
      {
        messages: [{ role: 'user', content: prompt }],
        contextTokens: 32_768,
      },
    )

  test.each([
    [0, 0, {}],
    [8, 0, {}],
    [0, 8, {}],
    // Ollama without the tokens that it had in its cache.
    [11, 8, { prompt: long }],
    [1, 1, { text: long }],
    [900_000, 8, {}],
    [8, 900_000, {}],
    ['8', 8, {}],
    [8.5, 8, {}],
    [null, 8, {}],
    [11, 20, { prompt: '棉布為什麼會縮水？'.repeat(100) }],
  ])('of %j and %j tokens is not believed: %j', async (input, output, texts) => {
    expect(await report(input, output, texts)).toMatchObject({ usages: [], finish: 'stop', error: undefined })
  })

  test.each([
    [16, 8, {}],
    [1_400, 1_400, { prompt: long, text: long }],
    // A gateway's own instructions, and thoughts that are not sent.
    [4_000, 9_000, {}],
    [2_000, 2, { prompt: 'ผ้าฝ้าย'.repeat(300), text: '是' }],
  ])('of %j and %j tokens may be true: %j', async (input, output, texts) => {
    expect((await report(input, output, texts)).usages).toMatchObject([
      { usage: { inputTokens: input, outputTokens: output, estimated: false } },
    ])
  })

  test('is the last of those that come with each chunk', async () => {
    const counted = (tokens: number) => ({ ...toChunk({ content: 'a' }), usage: { prompt_tokens: 5, completion_tokens: tokens } })
    const { usages } = await readEvents(counted(1), counted(2), counted(3), { ...toChunk({}, 'stop'), usage: null }, '[DONE]')
    expect(usages).toMatchObject([{ usage: { outputTokens: 3 } }])
  })

  test.each([
    ['Ollama', { message: { content: 'a' }, done: true, prompt_eval_count: 5, eval_count: 3 }],
    ['Moonshot', { choices: [{ delta: { content: 'a' }, finish_reason: 'stop', usage: { prompt_tokens: 5, completion_tokens: 3 } }] }],
    ['DashScope', { ...toChunk({ content: 'a' }, 'stop'), usage: { input_tokens: 5, output_tokens: 3 } }],
    [
      'xAI',
      {
        ...toChunk({ content: 'a' }, 'stop'),
        usage: { prompt_tokens: 5, completion_tokens: 1, completion_tokens_details: { reasoning_tokens: 2 } },
      },
    ],
  ])('is read where %s has it', async (_name, last) => {
    expect((await readEvents(last, '[DONE]')).usages).toMatchObject([{ usage: { inputTokens: 5, outputTokens: 3 } }])
  })
})

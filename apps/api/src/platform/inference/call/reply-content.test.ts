import type { ReasoningFormat } from '@heddle/contracts/model/model-endpoint'
import { describe, expect, test } from 'vitest'
import { readEvents, readText } from '../../../../test/servers/read-reply.ts'
import { toChunk, toEvents } from '../../../../test/servers/scripted-server.ts'

describe('content that is no string', () => {
  const mistral = [{ type: 'thinking', thinking: [{ type: 'text', text: 'Let me see.' }] }]
  test.each([
    ['parts of Mistral', [toChunk({ content: mistral }), toChunk({ content: [{ type: 'text', text: '42' }] }, 'stop')]],
    [
      'parts of Anthropic',
      [
        toChunk(
          {
            content: [
              { type: 'thinking', thinking: 'Let me see.' },
              { type: 'text', text: '42' },
            ],
          },
          'stop',
        ),
      ],
    ],
    [
      'parts of Responses',
      [
        toChunk(
          {
            content: [
              { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Let me see.' }] },
              { type: 'output_text', text: '42' },
            ],
          },
          'stop',
        ),
      ],
    ],
    ['parts of Gemini', [toChunk({ content: { parts: [{ text: 'Let me see.', thought: true }, { text: '42' }] } }, 'stop')]],
    [
      'a value in a part',
      [toChunk({ reasoning: 'Let me see.' }), toChunk({ content: [{ type: 'text', text: { value: '42', annotations: [] } }] }, 'stop')],
    ],
    ['an object', [toChunk({ thinking: 'Let me see.', content: { text: '42' } }, 'stop')]],
    [
      'messages in a stream',
      [
        { choices: [{ message: { reasoning_content: 'Let me see.', content: '4' } }] },
        { choices: [{ message: { content: '2' }, finish_reason: 'stop' }] },
      ],
    ],
    ['a whole document', [{ object: 'chat.completion', choices: [{ index: 0, message: { content: '<think>Let me see.</think>42' } }] }]],
    [
      'a repeated message',
      [
        toChunk({ reasoning: 'Let me see.' }),
        toChunk({ content: '42' }),
        { choices: [{ delta: {}, message: { content: '42' }, finish_reason: 'stop' }] },
      ],
    ],
    [
      "Ollama's own chat",
      [
        { message: { role: 'assistant', content: '', thinking: 'Let me see.' }, done: false },
        { message: { content: '42' }, done: true, done_reason: 'stop' },
      ],
    ],
    [
      'a legacy completion',
      [
        { object: 'text_completion', choices: [{ index: 0, text: '<think>Let me see.</think>4' }] },
        { choices: [{ text: '2', finish_reason: 'stop' }] },
      ],
    ],
    [
      'several choices',
      [
        {
          choices: [
            { index: 1, delta: { content: 'No' } },
            { index: 0, delta: { reasoning: 'Let me see.' } },
          ],
        },
        { choices: [{ index: 1, delta: {}, finish_reason: 'length' }] },
        toChunk({ content: '42' }, 'stop'),
      ],
    ],
    ['a refusal', [toChunk({ reasoning: 'Let me see.', content: null, refusal: '4' }), toChunk({ refusal: '2' }, 'stop')]],
    ['a part with a refusal', [toChunk({ reasoning: 'Let me see.', content: [{ type: 'refusal', refusal: '42' }] }, 'stop')]],
  ])('is read from %s', async (_name, data) => {
    expect(await readEvents(...data)).toMatchObject({ reasoning: 'Let me see.', text: '42', finish: 'stop', error: undefined })
  })

  test.each([
    { reasoning_content: '', reasoning: '東京です。' },
    { reasoning_content: null, reasoning: '', thinking: '東京です。' },
    { reasoning: '東京です。', reasoning_content: '東京です。', reasoning_details: [{ type: 'reasoning.text', text: '東京です。' }] },
    {
      reasoning_details: [
        { type: 'reasoning.summary', summary: '東京です。' },
        { type: 'reasoning.encrypted', data: 'x' },
      ],
    },
    { reasoning_text: '東京です。' },
    { content: '', thinking_blocks: [{ type: 'thinking', thinking: '東京です。', signature: 'x' }] },
  ])('reasoning is read once from %j', async (delta) => {
    const { reasoning, text, formats } = await readEvents(toChunk(delta), toChunk({}, 'stop'))
    expect({ reasoning, text, formats }).toEqual({ reasoning: '東京です。', text: '', formats: ['field'] })
  })

  test.each([[42], [[{ kind: 'new', body: 'x' }]], [true], [{ city: '台北' }]])(
    '%j, which cannot be read, is an error that says so',
    async (content) => {
      const { error } = await readEvents(toChunk({ content }), toChunk({}, 'stop'), '[DONE]')
      expect(error).toMatchObject({ code: 'MODEL_STREAM_BROKEN', cause: { message: expect.stringContaining('without text') } })
    },
  )
})

describe('where thoughts are', () => {
  const inside = [toChunk({ content: 'So: Taipei.</thi' }), toChunk({ content: 'nk>\n\n台北。' }, 'stop'), '[DONE]']
  test.each<[ReasoningFormat | undefined, ReasoningFormat[], readonly unknown[]]>([
    [undefined, ['begins_inside'], inside],
    ['begins_inside', [], inside],
    ['field', ['begins_inside'], inside],
    ['auto', ['tags'], [toChunk({ content: '[THINK]So: Taipei.[/THINK]台北。' }, 'stop')]],
    ['begins_inside', ['tags'], [toChunk({ content: '<think>So: Taipei.</think>台北。' }, 'stop')]],
    ['tags', [], [toChunk({ content: '<think>So: Taipei.</think>台北。' }, 'stop')]],
    ['field', [], [toChunk({ reasoning: 'So: Taipei.' }), toChunk({ content: '台北。' }, 'stop')]],
    ['begins_inside', ['field'], [toChunk({ reasoning: 'So: Taipei.' }), toChunk({ content: '台北。' }, 'stop')]],
    [
      'auto',
      ['channels'],
      [toChunk({ content: '<|channel|>analysis<|message|>So: Taipei.<|end|><|start|>assistant<|channel|>final<|message|>台北。' }, 'stop')],
    ],
  ])('set to %s, is told as %j', async (reasoningFormat, formats, data) => {
    const reply = await readText(toEvents(...data), reasoningFormat && { reasoningFormat })
    expect(reply).toMatchObject({ reasoning: 'So: Taipei.', text: '台北。', formats, error: undefined })
  })

  test('is no question of a reply without any', async () => {
    expect((await readEvents(toChunk({ content: '台北。' }, 'stop'))).formats).toEqual([])
  })

  test.each([
    ['stop', ['auto']],
    ['length', []],
  ])('is open again once a reply that was taken for thoughts ends by %s', async (reason, formats) => {
    const reply = await readText(toEvents(toChunk({ content: '台北。' }, reason)), { reasoningFormat: 'begins_inside' })
    expect(reply).toMatchObject({ formats })
  })
})

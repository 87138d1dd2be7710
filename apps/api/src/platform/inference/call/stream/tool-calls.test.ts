// A model that calls a tool which no one has offered: in any form, alone and beside a text.
import { describe, expect, test } from 'vitest'
import { readEvents, readText } from '../../../../../test/servers/read-reply.ts'
import { toChunk, toEvents } from '../../../../../test/servers/scripted-server.ts'

const call = { id: 'a', name: 'add', arguments: '{"one":1,"two":2}' }
const called = { name: call.name, arguments: call.arguments }
const whole = { index: 0, id: 'a', type: 'function', function: called }
const object = { one: 1, two: 2 }

const forms: readonly (readonly [string, Partial<typeof call>, readonly unknown[]])[] = [
  [
    'in pieces',
    call,
    [
      toChunk({ role: 'assistant', content: null }),
      toChunk({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'add', arguments: '' } }] }),
      toChunk({ tool_calls: [{ index: 0, function: { arguments: '{"one":1,' } }] }),
      toChunk({ tool_calls: [{ index: 0, function: { arguments: '"two":2}' } }] }),
      toChunk({}, 'tool_calls'),
      '[DONE]',
    ],
  ],
  ['whole, without a finish reason', call, [toChunk({ tool_calls: [whole] }), '[DONE]']],
  ['whole, as a stop', call, [toChunk({ tool_calls: [whole] }), toChunk({}, 'stop'), '[DONE]']],
  [
    'in the legacy form',
    { ...call, id: '' },
    [
      toChunk({ function_call: { name: 'add', arguments: '{"one":1,' } }),
      toChunk({ function_call: { arguments: '"two":2}' } }),
      toChunk({}, 'function_call'),
    ],
  ],
  [
    'in a document',
    call,
    [{ object: 'chat.completion', choices: [{ index: 0, message: { content: null, tool_calls: [whole] }, finish_reason: 'tool_calls' }] }],
  ],
  [
    'in a part of Anthropic',
    call,
    [toChunk({ content: [{ type: 'tool_use', id: 'a', name: 'add', input: object }] }), toChunk({}, 'tool_use')],
  ],
  [
    'in a part of Gemini',
    { ...call, id: '' },
    [toChunk({ content: { parts: [{ functionCall: { name: 'add', args: object } }] } }), toChunk({}, 'stop')],
  ],
  [
    "in Ollama's own form",
    { ...call, id: '' },
    [{ message: { role: 'assistant', content: '', tool_calls: [{ function: { name: 'add', arguments: object } }] }, done: true }],
  ],
  [
    'in a channel of gpt-oss',
    { ...call, id: '' },
    [
      toChunk({ content: '<|channel|>commentary to=functions.add <|constrain|>json<|message|>{"one":1,' }),
      toChunk({ content: '"two":2}<|call|>' }, 'stop'),
    ],
  ],
]

const listCalls = ({ events }: Awaited<ReturnType<typeof readEvents>>) =>
  events.flatMap((event) => (event.type === 'tool_call' ? [event.call] : []))

describe('a call of a tool', () => {
  test.each(forms)('is read %s', async (_form, expected, data) => {
    const reply = await readEvents(...data)
    expect(listCalls(reply)).toEqual([expected])
    expect(reply).toMatchObject({ text: '', finish: 'tool_calls', error: undefined })
  })

  test('is read from a response that is no stream', async () => {
    const message = { role: 'assistant', content: null, tool_calls: [whole] }
    const body = { object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }
    const reply = await readText(toEvents(body))
    expect(listCalls(reply)).toEqual([call])
  })

  test('leaves the text beside it, and the thoughts, as they are', async () => {
    const reply = await readEvents(toChunk({ reasoning: 'Let me see.', content: '42', tool_calls: [whole] }, 'tool_calls'))
    expect(reply).toMatchObject({ reasoning: 'Let me see.', text: '42', finish: 'tool_calls', error: undefined })
  })

  test('is one of several, by their numbers, and by their ids where all have the same number', async () => {
    const other = { index: 1, id: 'b', type: 'function', function: called }
    expect(listCalls(await readEvents(toChunk({ tool_calls: [whole, other] }, 'tool_calls')))).toHaveLength(2)
    const gemini = [whole, { ...other, index: 0 }].map((each) => toChunk({ tool_calls: [each] }))
    expect(listCalls(await readEvents(...gemini, toChunk({}, 'stop'))).map(({ id }) => id)).toEqual(['a', 'b'])
  })

  test('that is cut at the limit is one nevertheless', async () => {
    const reply = await readEvents(toChunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'add', arguments: '{"on' } }] }, 'length'))
    expect(listCalls(reply)).toEqual([{ ...call, arguments: '{"on' }])
    expect(reply.finish).toBe('length')
  })

  test.each([{ tool_calls: null }, { tool_calls: [] }, { function_call: null }])('is not made by %j', async (none) => {
    const reply = await readEvents(toChunk({ content: 'a', ...none }), toChunk({}, 'stop'))
    expect(listCalls(reply)).toEqual([])
    expect(reply).toMatchObject({ text: 'a', finish: 'stop' })
  })
})

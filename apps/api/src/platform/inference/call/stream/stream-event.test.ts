import { describe, expect, test } from 'vitest'
import { readEvents, readPieces } from '../../../../../test/servers/read-reply.ts'
import { toChunk, toEvents } from '../../../../../test/servers/scripted-server.ts'

describe('an error inside a stream', () => {
  test.each([
    ['FastAPI', 'data: {"detail":"Internal Server Error"}\n\n'],
    ['an event with its name', 'event: error\ndata: {"message":"upstream died"}\n\n'],
    ['an event with its name and text', 'event: error\ndata: upstream died\n\n'],
    ['vLLM before 0.10', 'data: {"object":"error","message":"died","type":"InternalServerError","code":500}\n\n'],
    ['vLLM', 'data: {"error":{"message":"died","type":"Internal Server Error","code":500}}\n\n'],
    ['Ollama', 'data: {"error":"llama runner process has terminated"}\n\n'],
    ['Ollama without data', '{"error":"llama runner process has terminated"}\n'],
    ['DashScope', 'data: {"code":"InternalError","message":"died","request_id":"1"}\n\n'],
    ['Anthropic', 'data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n'],
    ['a proxy', 'data: Internal Server Error\n\n'],
    ['a proxy with JSON', 'data: "Internal Server Error"\n\n'],
    ['AWS', 'data: {"message":"The system encountered an unexpected error"}\n\n'],
    ['Cloudflare', 'data: {"success":false,"errors":[{"code":7003,"message":"died"}]}\n\n'],
    ['MiniMax', 'data: {"base_resp":{"status_code":1013,"status_msg":"died"},"choices":null}\n\n'],
    ['Baidu', 'data: {"error_code":336000,"error_msg":"Internal error"}\n\n'],
    ['Gemini', 'data: [{"error":{"code":503,"message":"died","status":"UNAVAILABLE"}}]\n\n'],
    [
      'OpenRouter',
      'data: {"error":{"code":502,"message":"died"},"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}]}\n\n',
    ],
    [
      'OpenRouter in a choice',
      'data: {"choices":[{"index":0,"delta":{},"error":{"code":502,"message":"died"},"finish_reason":"error"}]}\n\n',
    ],
    ['SGLang', 'data: {"error":{"object":"error","message":"died","type":"AbortError","code":500}}\n\n'],
    ['llama.cpp', 'error: {"code":500,"message":"died","type":"server_error"}\n\n'],
  ])('of %s fails, wherever it is cut, with the text kept', async (_name, event) => {
    const bytes = Buffer.from(`${toEvents(toChunk({ content: 'half' }))}${event}data: [DONE]\n\n`)
    for (const pieces of [[bytes], [bytes.subarray(0, -30), bytes.subarray(-30)]]) {
      const { text, error, refusals, finish } = await readPieces(pieces)
      expect({ text, error, refusals, finish }).toMatchObject({
        text: 'half',
        error: { name: 'ModelError' },
        refusals: [expect.anything()],
        finish: undefined,
      })
    }
  })

  test('is none when it says nothing', async () => {
    const said = { ...toChunk({ content: 'a' }, 'stop'), error: null, base_resp: { status_code: 0 } }
    expect(await readEvents({ ...said, error: {} }, said, '[DONE]')).toMatchObject({ text: 'aa', finish: 'stop', error: undefined })
  })

  test('tells more than the finish reason before it', async () => {
    const { error } = await readEvents(toChunk({ content: 'a' }, 'error'), {
      error: { type: 'exceed_context_size_error', n_prompt_tokens: 50, n_ctx: 40 },
    })
    expect(error).toMatchObject({ code: 'MODEL_CONTEXT_EXCEEDED' })
  })
})

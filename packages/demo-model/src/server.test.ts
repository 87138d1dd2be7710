import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDemoModel, type DemoModel } from './server.ts'
import { createStampReader } from './stamp.ts'

let demo: DemoModel
beforeAll(async () => {
  demo = await createDemoModel({ tps: 0 })
})
afterAll(() => demo.close())

type Body = {
  model?: string
  messages?: { role: string; content: unknown }[]
  stream?: boolean
  stream_options?: { include_usage: boolean }
}

function post(path: string, body: unknown, init: RequestInit = {}) {
  const headers = { 'content-type': 'application/json', ...(init.headers as Record<string, string> | undefined) }
  return fetch(`${demo.url}${path}`, { ...init, method: 'POST', headers, body: JSON.stringify(body) })
}

function complete({ model = 'gpt-4o', messages = createQuestion('Why does cotton shrink?'), ...rest }: Body, init?: RequestInit) {
  return post('/chat/completions', { model, messages, ...rest }, init)
}

const createQuestion = (content: string) => [{ role: 'user', content }]

async function fetchAnswer(body: Body) {
  const { choices } = (await (await complete(body)).json()) as { choices: { message: { content: string; reasoning_content?: string } }[] }
  return choices[0]?.message ?? { content: '' }
}

type Chunk = { choices: { delta: Record<string, string>; finish_reason: string | null }[]; usage?: { completion_tokens: number } }

/** Returns the stream's events; `[DONE]` stays text. */
async function fetchEvents(body: Body, init?: RequestInit): Promise<(Chunk | string)[]> {
  const text = await (await complete({ stream: true, ...body }, init)).text()
  return text.split('\n\n').flatMap((event) => {
    const data = event.replace(/^data: /, '')
    if (!event.startsWith('data: ')) return []
    return [data.startsWith('{"id":"chatcmpl') ? (JSON.parse(data) as Chunk) : data]
  })
}

const joinField = (events: (Chunk | string)[], field: string) =>
  events.map((event) => (typeof event === 'string' ? '' : (event.choices[0]?.delta[field] ?? ''))).join('')

describe('an answer', () => {
  test.each([
    ['Traditional Chinese', '示範模型', '使用者的問題'],
    ['English', 'demonstration model', 'The user asks'],
    ['Japanese', 'デモ用のモデル', '質問は'],
    ['Thai', 'โมเดลสาธิต', 'ผู้ใช้ถามว่า'],
    ['Vietnamese', 'mô hình trình diễn', 'Người dùng hỏi'],
  ])('is in %s when the prompt requests it, and names the demonstration model', async (language, itself, thought) => {
    const system = { role: 'system', content: `You help. Answer in ${language}, whatever language the question is in.` }
    const { content, reasoning_content: reasoning } = await fetchAnswer({
      messages: [system, ...createQuestion('Why does cotton shrink?')],
    })
    expect(content).toContain(itself)
    expect(content).toContain('> Why does cotton shrink?')
    expect(content).toMatch(/^## /)
    expect(content).toContain('| --- | --- |')
    expect(reasoning).toContain(thought)
  })

  test.each([
    ['棉布為什麼會縮水？', '示範模型'],
    ['綿はなぜ縮むのですか', 'デモ用のモデル'],
    ['ทำไมผ้าฝ้ายหด', 'โมเดลสาธิต'],
    ['Tại sao vải bông bị co rút?', 'mô hình trình diễn'],
    ['Why?', 'demonstration model'],
  ])('to %j is in the language of the question without an instruction', async (question, itself) => {
    expect((await fetchAnswer({ messages: createQuestion(question) })).content).toContain(itself)
  })

  test('contains facts about its input', async () => {
    const messages = [
      { role: 'system', content: 'Use the passages.\n[1] Cotton shrinks by 5 %.\n[2] Wool felts.' },
      ...createQuestion('Hello'),
      { role: 'assistant', content: 'Hello!' },
      { role: 'user', content: [{ type: 'text', text: 'How much does cotton shrink?' }] },
    ]
    const { content } = await fetchAnswer({ messages })
    expect(content).toContain('- Cotton shrinks by 5 %. [1]')
    expect(content).toContain('| Earlier messages | 2 |')
    expect(content).toContain('cotton, shrink')
  })

  test('quotes the relevant passage, and cites it', async () => {
    const passage = (number: number, text: string) => `<passage number="${number}" file="fibres.pdf" page="${number}">\n${text}\n</passage>`
    const system = [
      passage(1, 'Wool felts.'),
      passage(2, 'Linen is strong. 亞麻很強韌。'),
      passage(3, 'It was tested.\n| Cotton | 5 % |\nCotton shrinks by 5 %.'),
      passage(4, 'It was tested.\nOf silk.\nIt is strong. It shines.'),
    ]
    const ask = async (question: string) =>
      fetchAnswer({ messages: [{ role: 'system', content: system.join('\n') }, ...createQuestion(question)] })
    expect((await ask('How much does cotton shrink?')).content).toContain('- Cotton shrinks by 5 %. [3]')
    expect((await ask('What is said of silk?')).content).toMatch(/- It is strong\. \[4\]/)
    expect((await ask('亞麻強韌嗎？')).content).toContain('- 亞麻很強韌。 [2]')
    expect((await ask('What of wool? [[demo:cite=99]]')).content).toMatch(/- Wool felts\. \[1\][^]* \[99\]$/)
  })

  test('counts the images of the question', async () => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'What is this?' }, image, image] }]
    expect((await fetchAnswer({ messages })).content).toContain('| Images | 2 |')
  })

  test('continues where it stopped on request', async () => {
    const { content: whole } = await fetchAnswer({ messages: createQuestion('Why does cotton shrink?') })
    const soFar = whole.slice(0, 101)
    const asked = [
      ...createQuestion('Why does cotton shrink?'),
      { role: 'assistant', content: soFar },
      ...createQuestion('Go on exactly where it stops.'),
    ]
    expect(soFar + (await fetchAnswer({ messages: asked })).content).toBe(whole)
  })

  test('is a short title on request', async () => {
    const title = 'Write a short title for this conversation. Answer with the title only.'
    const asSystem = await fetchAnswer({ messages: [{ role: 'system', content: title }, ...createQuestion('Why does cotton shrink?')] })
    const asUser = await fetchAnswer({ messages: createQuestion(`${title} Answer in Traditional Chinese.\n\nUser: 棉布為什麼會縮水？`) })
    expect(asSystem.content).toBe('About cotton, shrink')
    expect(asUser.content).toMatch(/^關於棉布/)
  })

  test('is the question itself where it is to be rewritten', async () => {
    const system = { role: 'system', content: "Rewrite the user's question so that it can be understood without the conversation." }
    const conversation = 'The conversation:\n\nUser: What is a loom?\n\nThe question to rewrite:\n\nDoes it shrink?'
    expect((await fetchAnswer({ messages: [system, ...createQuestion(conversation)] })).content).toBe('Does it shrink?')
  })
})

describe('the stream', () => {
  test.each(['tool_calls', 'function_call'] as const)('calls a tool after its text by %s, also without a stream', async (form) => {
    const messages = createQuestion(`Why does cotton shrink? [[demo:call_tool=${form},tokens=2]]`)
    const events = (await fetchEvents({ messages })) as Chunk[]
    expect(joinField(events, 'content')).not.toBe('')
    expect(events.flatMap(({ choices }) => choices?.[0]?.delta[form] ?? [])).toHaveLength(3)
    expect(events.flatMap(({ choices }) => choices?.[0]?.finish_reason ?? [])).toEqual([form])
    expect(await fetchAnswer({ messages })).toMatchObject({ [form]: expect.anything() })
  })

  test('ends with the finish reason, a separate chunk with the usage, and [DONE]', async () => {
    const events = await fetchEvents({ stream_options: { include_usage: true } })
    const [finish, usage, done] = events.slice(-3)
    expect(finish).toMatchObject({ choices: [{ finish_reason: 'stop' }] })
    expect(usage).toMatchObject({ choices: [], usage: { completion_tokens: events.length - 3 } })
    expect(done).toBe('[DONE]')
    expect(joinField(events, 'content')).toContain('demonstration model')
    expect(joinField(events, 'reasoning_content')).toContain('The user asks')
  })

  test('keeps the requested pace', async () => {
    const begin = performance.now()
    await fetchEvents({ model: 'demo:tokens=20,tps=200,reasoning=none,latency=50' })
    expect(performance.now() - begin).toBeGreaterThanOrEqual(50 + 19 * 5 - 5)
  })

  test('has the time of each token of text on request', async () => {
    const events = await fetchEvents({ model: 'demo:tokens=20,stamp,reasoning=reasoning_content' })
    const ages = createStampReader()(joinField(events, 'content'))
    expect(ages).toHaveLength(20)
    expect(Math.max(...ages)).toBeLessThan(60_000)
    expect(joinField(events, 'reasoning_content')).toContain('The user asks')
  })

  test('starts before the reply is complete', async () => {
    const { body } = await complete({ stream: true, model: 'demo:endless,tps=100' })
    const reader = body?.getReader()
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
    await reader?.cancel()
  })
})

describe('a switch', () => {
  test('is read from the model name, a header or the last question, and removed from the question', async () => {
    const byName = await fetchEvents({ model: 'demo:tokens=3,reasoning=none' })
    const byHeader = await fetchEvents({}, { headers: { 'x-demo-tokens': '3', 'x-demo-reasoning': 'none', 'x-demo-no-usage': '' } })
    const byQuestion = await fetchEvents({ messages: createQuestion('Why? [[demo:tokens=3,reasoning=none]]') })
    for (const events of [byName, byHeader, byQuestion]) expect(events).toHaveLength(5)
    expect((await fetchAnswer({ messages: createQuestion('Why? [[demo:no_usage]]') })).content).toContain('> Why?\n')
  })

  test('with a typing error is rejected', async () => {
    expect((await complete({ model: 'demo:dorp=3' })).status).toBe(400)
    expect((await complete({ model: 'demo:drop=soon' })).status).toBe(400)
  })

  test('chooses the format of the reasoning', async () => {
    expect(joinField(await fetchEvents({ model: 'demo:reasoning=reasoning' }), 'reasoning')).toContain('The user asks')
    expect(joinField(await fetchEvents({ model: 'demo:reasoning=think' }), 'content')).toMatch(
      /^<think>\nThe user asks[^<]+\n<\/think>\n\n## /,
    )
    expect(joinField(await fetchEvents({ model: 'demo:reasoning=none' }), 'reasoning_content')).toBe('')
  })

  test('echoes the question in pieces of any length, except for a title', async () => {
    const text = '棉 <b>x</b> | a |\n> ```'
    expect((await fetchAnswer({ messages: createQuestion(`[[demo:echo]] ${text}`) })).content).toBe(text)
    const letters = await fetchEvents({ messages: createQuestion(`${text} [[demo:echo,piece=1,reasoning=none]]`) })
    expect(letters).toHaveLength(Array.from(text).length + 2)
    expect(joinField(letters, 'content')).toBe(text)
    const title = 'Write a short title for this conversation. Answer with the title only.'
    const asked = [{ role: 'system', content: title }, ...createQuestion(`[[demo:echo]] ${text}`)]
    expect((await fetchAnswer({ messages: asked })).content).not.toBe(text)
  })

  test('omits the usage or [DONE]', async () => {
    const events = await fetchEvents({ model: 'demo:no_usage,no_done', stream_options: { include_usage: true } })
    expect(events.at(-1)).toMatchObject({ choices: [{ finish_reason: 'stop' }] })
  })

  test('sends an event that is not JSON', async () => {
    const events = await fetchEvents({ model: 'demo:malformed=2' })
    expect(events.filter((event) => typeof event === 'string')).toEqual([expect.stringContaining('"broken"'), '[DONE]'])
  })

  test('drops the connection after so many tokens', async () => {
    const { body } = await complete({ stream: true, model: 'demo:drop=3' })
    let received = ''
    const reading = (async () => {
      for await (const part of body ?? []) received += Buffer.from(part as Uint8Array).toString()
    })()
    await expect(reading).rejects.toThrow('terminated')
    expect(received.match(/data: /g)).toHaveLength(3)
  })

  test('splits every multi-byte character over two writes', async () => {
    const { body } = await complete({
      stream: true,
      model: 'demo:split,tokens=6,reasoning=none',
      messages: createQuestion('棉布為什麼會縮水？'),
    })
    const parts: Buffer[] = []
    for await (const part of body ?? []) parts.push(Buffer.from(part as Uint8Array))
    expect(parts.some((part) => part.toString().includes('\uFFFD'))).toBe(true)
    expect(Buffer.concat(parts).toString()).toContain('示範')
  })

  test('fails a given number of times, with a Retry-After', async () => {
    const model = 'demo:status=429,times=2,retry_after=7'
    const responses = [await complete({ model }), await complete({ model }), await complete({ model })]
    expect(responses.map(({ status }) => status)).toEqual([429, 429, 200])
    expect(responses[0]?.headers.get('retry-after')).toBe('7')
    expect(await responses[0]?.json()).toMatchObject({ error: { message: expect.any(String) } })
    expect((await complete({ model: 'demo:status=500' })).status).toBe(500)
    expect((await complete({ model: 'demo:status=401' })).status).toBe(401)
  })
})

describe('the record', () => {
  const findRequest = (model: string) => demo.requests.find(({ body }) => (body as Body | null)?.model === model)

  test('has the requests without credentials', async () => {
    await complete({ model: 'recorded' }, { headers: { authorization: 'Bearer secret', 'x-trace': '1' } })
    expect(findRequest('recorded')).toMatchObject({
      method: 'POST',
      path: '/v1/chat/completions',
      body: { messages: createQuestion('Why does cotton shrink?') },
      headers: { 'x-trace': '1' },
      aborted: false,
    })
    expect(JSON.stringify(demo.requests)).not.toContain('Bearer')
  })

  test.each(['demo:endless,tps=99', 'demo:stall=2', 'demo:latency=60000'])('notices that the client of %s disconnects', async (model) => {
    const client = new AbortController()
    const asked = complete({ stream: true, model }, { signal: client.signal }).then((response) => response.text())
    await expect.poll(() => findRequest(model)).toMatchObject({ closedAt: null })
    client.abort()
    await expect(asked).rejects.toThrow('aborted')
    await expect.poll(() => findRequest(model)).toMatchObject({ aborted: true, closedAt: expect.any(String) })
  })

  test('can be read and cleared over HTTP', async () => {
    const own = await createDemoModel({ tps: 0 })
    const record = `http://127.0.0.1:${own.port}/demo/requests`
    await fetch(`${own.url}/models`)
    expect(await (await fetch(record)).json()).toMatchObject({ requests: [{ path: '/v1/models' }] })
    expect((await fetch(record, { method: 'DELETE' })).status).toBe(204)
    expect(own.requests).toEqual([])
    await own.close()
  })
})

describe('the rest of the endpoint', () => {
  test('lists the models of the specification', async () => {
    const { data } = (await (await fetch(`${demo.url}/models`)).json()) as { data: { id: string }[] }
    expect(data.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['gpt-4o', 'llama-3.3-nemotron-super-49B-v1', 'meta-llama3.3-70b-inst-32k']),
    )
  })

  test('embeds a text to a deterministic unit vector, similar to texts that share its words', async () => {
    const input = ['cotton fabric shrinks', 'cotton fabric shrinks', 'wool fabric shrinks', 'a completely different matter']
    const { data } = (await (await post('/embeddings', { model: 'e', input })).json()) as { data: { index: number; embedding: number[] }[] }
    const [a = [], b = [], near = [], far = []] = data.toSorted((one, other) => one.index - other.index).map(({ embedding }) => embedding)
    const similarity = (first: number[], right: number[]) => first.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0)
    expect(a).toEqual(b)
    expect(similarity(a, a)).toBeCloseTo(1, 5)
    expect(similarity(a, near)).toBeGreaterThan(similarity(a, far) + 0.3)
  })

  test.each([
    ['en', 'cotton shrinks in the wash'],
    ['ja', '綿は洗濯で収縮する'],
    ['th', 'ผ้าฝ้ายหดเมื่อซัก'],
    ['vi', 'vải bông co rút khi giặt'],
  ])('embeds a textile text in %s near to the same in Traditional Chinese', async (_language, text) => {
    const input = ['棉布水洗後會縮水', text, '議程與會議記錄']
    const { data } = (await (await post('/embeddings', { model: 'e', input })).json()) as { data: { index: number; embedding: number[] }[] }
    const [asked = [], same = [], other = []] = data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding)
    const similarity = (first: number[], right: number[]) => first.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0)
    expect(similarity(asked, same)).toBeGreaterThan(similarity(asked, other) + 0.3)
  })

  test.each([
    [{ documents: ['The loom is older.', 'Cotton shrinks in the wash.'] }, 'relevance_score'],
    [{ texts: ['The loom is older.', 'Cotton shrinks in the wash.'] }, 'score'],
  ])('ranks passages in the shape that %j asks for', async (passages, field) => {
    const response = await post('/rerank', { model: 'demo-rerank', query: 'Does cotton shrink?', ...passages })
    const body = (await response.json()) as { results?: Record<string, number>[] } & Record<string, number>[]
    const results = body.results ?? body
    expect(results.map(({ index }) => index)).toEqual([1, 0])
    expect(results[0]?.[field]).toBeGreaterThan(results[1]?.[field] ?? 1)
  })

  test('responds to unknown paths like OpenAI', async () => {
    expect((await post('/images', {})).status).toBe(404)
    expect((await post('/chat/completions', { model: 'gpt-4o' })).status).toBe(400)
    expect((await post('/chat/completions', 'not an object')).status).toBe(400)
  })
})

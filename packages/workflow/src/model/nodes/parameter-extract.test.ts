import type { ParameterExtractNode } from '@heddle/contracts/workflow/workflow-graph'
import { describe, expect, test } from 'vitest'
import { checkGraph } from '../graph/graph-rules.ts'
import { nodeTypes } from '../node-type-list.ts'
import { answer, parseEdges, start } from '../../testing/test-nodes.ts'
import type { ModelEvent } from '../ports.ts'
import { runNode } from '../../testing/run-node.ts'

type Parameters = ParameterExtractNode['config']['parameters']

const parameters: Parameters = [
  { name: 'number', type: 'text', description: 'Of the standard', required: true },
  { name: 'year', type: 'number', description: '', required: true },
  { name: 'is_current', type: 'boolean', description: '', required: false },
  { name: 'materials', type: 'list', description: '', required: false },
]

const createNode = (list: Parameters): ParameterExtractNode => ({
  id: 'values',
  type: 'parameter_extract',
  title: 'Values',
  config: { model: null, question: '{{start.question}}', instructions: '', history_messages: 0, parameters: list },
})

const extract = (...answers: string[]) => runNode(createNode(parameters), { answers })

describe('extracted parameters', () => {
  test('are asked for by a JSON Schema in which what is not said is null', async () => {
    const { requests } = await extract('{}')
    const prompt = requests[0]?.messages[0]?.content ?? ''
    expect(prompt).toContain(JSON.stringify(requests[0]?.answerSchema?.schema))
    expect(JSON.parse(prompt.slice(prompt.indexOf('{')))).toEqual({
      type: 'object',
      properties: {
        number: { type: ['string', 'null'], description: 'Of the standard' },
        year: { type: ['number', 'null'] },
        is_current: { type: ['boolean', 'null'] },
        materials: { type: ['array', 'null'], items: { type: 'string' } },
      },
      required: ['number', 'year', 'is_current', 'materials'],
      additionalProperties: false,
    })
  })

  test('have the types of their fields', async () => {
    const { output } = await extract('{"number":"ISO 105","year":2013,"is_current":true,"materials":["cotton","wool"]}')
    expect(output).toEqual({ number: 'ISO 105', year: 2013, is_current: true, materials: ['cotton', 'wool'], missing: [] })
  })

  test.each([
    ['```json\n{"number": 105, "year": "2013"}\n```'],
    ['Here it is: {"number":"105","year":2013,"is_current":null,"materials":null} Anything else?'],
    ['{"number":"105","year":" 2013 ","is_current":"","unknown":[1]}'],
  ])('are read from %j', async (text) => {
    expect((await extract(text)).output).toEqual({ number: '105', year: 2013, missing: [] })
  })

  test('name the required ones that are not there', async () => {
    expect((await extract('{"year":null,"number":""}')).output).toEqual({ missing: ['number', 'year'] })
  })

  test.each(['I do not know.', '{"year": }', '{"number":"105","year":"long ago"}', '{"materials":"cotton"}'])(
    'are asked for once more after %j',
    async (text) => {
      const { output, requests, events } = await extract(text, '{"number":"105","year":2013}')
      expect(output).toEqual({ number: '105', year: 2013, missing: [] })
      expect(requests[1]?.messages.slice(0, -2)).toEqual(requests[0]?.messages)
      expect(events.map(({ type }) => type)).toEqual(['call', 'usage', 'call', 'usage'])
    },
  )

  test('fail when the second answer is of no use either', async () => {
    await expect(extract('No.', 'No.')).rejects.toMatchObject({ code: 'WORKFLOW_OUTPUT_INVALID' })
  })
})

describe('an answer that is nearly JSON', () => {
  const order: Parameters = [
    { name: 'city', type: 'text', description: '', required: true },
    { name: 'zip_code', type: 'text', description: '', required: false },
    { name: 'amount', type: 'number', description: '', required: false },
  ]
  const read = (...answers: (string | ModelEvent[])[]) => runNode(createNode(order), { answers })

  test.each<[string, string, object]>([
    ['thoughts with braces before it (mem0 4662)', 'I need {city, amount}. So {"draft"} …\n{"city":"台北"}', { city: '台北' }],
    ['a sentence with braces (lorekeep 192)', 'for {project}: {"city":"台北"} in {project}', { city: '台北' }],
    ['a draft before it', '{"city":"台中"}\nNo: {"city":"台北"}', { city: '台北' }],
    ['the same object twice (jsonrepair 139)', '{"city":"台北"}{"city":"台北"}', { city: '台北' }],
    ['an example after it that is none', '{"city":"台北"}\nI left out {} and {"note":1}.', { city: '台北' }],
    [
      'a code block with words around it (jsonrepair 147)',
      'here is the json:\n```json\n{\n "city": "台北"\n}\n```\nDone.',
      { city: '台北' },
    ],
    ['a code block without its end (langchain 23297)', '```json\n{"city":"台北"}', { city: '台北' }],
    ['trailing commas (deer-flow 2372)', '{"city":"台北","amount":3,\n}', { city: '台北', amount: 3 }],
    ['comments', '{"city":"台北", // of the user\n "amount":3 /* TWD */}', { city: '台北', amount: 3 }],
    ['single quotes (plugnplai 57)', "{'city':'L\\'Aquila \"A\"','amount':3}", { city: 'L\'Aquila "A"', amount: 3 }],
    ['words of Python', "{'city': '台北', 'zip_code': None}", { city: '台北' }],
    ['names without quotes (fix-busted-json 5)', "{ city: '台北', amount: 3 }", { city: '台北', amount: 3 }],
    ['quotes of a text', '{“city”：“台北”，“amount”：３}', { city: '台北', amount: 3 }],
    ['line breaks in a string (letta 341)', '{"city":"台北\n市"}', { city: '台北\n市' }],
    ['a backslash that escapes nothing (SICTIC-AI 37)', String.raw`{"city":"C:\台北"}`, { city: String.raw`C:\台北` }],
    ['a list of one', '[{"city":"台北"}]', { city: '台北' }],
    ['a string that holds it', JSON.stringify('{"city":"台北"}'), { city: '台北' }],
    ['an object around it', '{"name":"parameters","arguments":{"city":"台北"}}', { city: '台北' }],
    ['names in another case', '{"City":"台北","ZIP Code":"100"}', { city: '台北', zip_code: '100' }],
    ['an URL in a string', '{"city":"https://a.example/{b}"}', { city: 'https://a.example/{b}' }],
    ['a trailing comma (burningtree/awesome-json#181)', '{"city": "test",}', { city: 'test' }],
    [
      'a lead-in with a brace before its code block (garrytan/gbrain#3378)',
      'The form is {city: …}, so here it is:\n\n```json\n{"city":"台北"}\n```',
      { city: '台北' },
    ],
    [
      'the object and thoughts inside of an object in a code block (coze-dev/coze-studio#573)',
      '\n```json\n{\n  "output": {\n    "city": "《春望》唐杜甫"\n  },\n  "reasoning_content": "用户输入包含\'春望\'，识别为杜甫的唐诗《春望》。"\n}\n```',
      { city: '《春望》唐杜甫' },
    ],
    ['a fence without the name of a language (matt-house-e/accrue#27)', '```\n{"city":"台北"}\n```', { city: '台北' }],
    ['a curly quote at the end of a string (Qarj/fix-busted-json#5)', '{"city": "台北”, "amount": 3}', { city: '台北', amount: 3 }],
    ['words after it, with braces in its strings (bytedance/deer-flow#2987)', '{"city":"a {b} c"} This {is} safe.', { city: 'a {b} c' }],
    ['a name in two cases, of which one is right', '{"City":"台中","city":"台北"}', { city: '台北' }],
  ])('is read with %s', async (_name, text, output) => {
    const found = await read(text)
    expect({ output: found.output, calls: found.requests.length }).toEqual({ output: { ...output, missing: [] }, calls: 1 })
  })

  test.each<[string, string]>([
    ['is cut off', '{"city":"台北","amount":'],
    ['has quotes that are not escaped (mangiucugna/json_repair#49)', '{"city": "Sent a message to the "dictator", waiting on response."}'],
    ['has no end of its string (mangiucugna/json_repair#73)', '{"city": "Hello Looks like .. , but not ...}\n'],
    ['is cut off in a string (langchain-ai/langchainjs#2802)', '\n\n{\n\t\t"city": "House",\n\t\t"zip_code": "'],
    ['is cut off after a draft', 'First {"city":"台中"}, then {"city":"台北'],
    ['lists several', '[{"city":"台北"},{"city":"台中"}]'],
    ['has other fields only', '{"town":"台北"}'],
    ['has no number', '{"city":"台北","amount":NaN}'],
    ['has an endless number', '{"city":"台北","amount":-Infinity}'],
    ['has two names alike', '{"CITY":"台北","City":"台中","amount":[]}'],
    ['is nested too deeply', `{"city":${'['.repeat(20_000)}`],
    ['is nothing but brackets', '{'.repeat(30_000)],
  ])('is asked for once more when it %s', async (_name, text) => {
    const { output, requests } = await read(text, '{"city":"高雄"}')
    expect({ output, calls: requests.length }).toEqual({ output: { city: '高雄', missing: [] }, calls: 2 })
    await expect(read(text, text)).rejects.toMatchObject({ code: 'WORKFLOW_OUTPUT_INVALID' })
  })

  test.each<[string, unknown]>([
    ['"1,200"', 1_200],
    ['1,200', 1_200],
    ['"12,345,678.9"', 12_345_678.9],
    ['"１２"', 12],
    ['１２', 12],
    ['"๑๒"', 12],
    ['๑๒.๕', 12.5],
    ['"１，２００．５"', 1_200.5],
    ['"−3"', -3],
    ['"+3"', 3],
    ['"1.200"', 1.2],
    ['1.10', 1.1],
    ['1e3', 1_000],
    ['-0', 0],
    ['7615917337495251231', { $exact_number: '7615917337495251231' }],
    ['"7,615,917,337,495,251,231"', { $exact_number: '7615917337495251231' }],
    ['1e400', { $exact_number: '1e400' }],
  ])('has the number %s as %j', async (amount, value) => {
    const { output, requests } = await read(`{"city":"台北","amount":${amount}}`)
    expect({ output: output.amount, calls: requests.length }).toEqual({ output: value, calls: 1 })
  })

  test.each([
    '"1,2"',
    '"1.200,50"',
    '"1,20,000"',
    '"十二"',
    '"12 kg"',
    '"NaN"',
    '"Infinity"',
    '"0x10"',
    '"５²"',
    '1 200',
    '0912',
    'true',
    '{}',
  ])('is asked for once more with %s for a number', async (amount) => {
    const { output, requests } = await read(`{"city":"台北","amount":${amount}}`, '{"city":"台北","amount":7}')
    expect({ output: output.amount, calls: requests.length }).toEqual({ output: 7, calls: 2 })
    expect(requests[1]?.messages.at(-1)?.content).toMatch(/number|JSON/)
  })

  test('has the digits of a number as a text', async () => {
    const { output } = await read('{"city":"台北","zip_code":7615917337495251231}')
    expect(output.zip_code).toBe('7615917337495251231')
  })

  test.each<[string, ModelEvent[], string]>([
    [
      'cut',
      [
        { type: 'text', text: '{"city":"台北"}' },
        { type: 'finish', reason: 'length' },
      ],
      'WORKFLOW_OUTPUT_INVALID',
    ],
    ['empty', [{ type: 'text', text: '\n\n' }], 'MODEL_EMPTY'],
    ['thought only', [{ type: 'reasoning', text: '{"city":"台北"}' }], 'MODEL_ONLY_THOUGHT'],
  ])('is asked for once more without a limit when it was %s', async (_name, events, code) => {
    const { output, requests } = await read(events, '{"city":"高雄"}')
    expect(output.city).toBe('高雄')
    expect(requests[1]).not.toHaveProperty('maxOutputTokens')
    await expect(read(events)).rejects.toMatchObject({ code })
  })
})

describe('the rules of parameters', () => {
  const check = (list: Parameters) =>
    checkGraph(
      { nodes: [start, createNode(list), answer('one', '{{values.missing}}')], edges: parseEdges('start>values values>one') },
      nodeTypes,
    ).map(({ code, field }) => `${code} ${field}`)

  test('require at least one, each with a name of its own', () => {
    const [first] = parameters as [Parameters[number]]
    expect(check(parameters)).toEqual([])
    expect(check([])).toEqual(['parameter_missing config.parameters'])
    expect(check([first, first, { ...first, name: 'missing' }, { ...first, name: 'error_code' }])).toEqual([
      'parameter_repeated config.parameters.1.name',
      'parameter_repeated config.parameters.2.name',
      'parameter_repeated config.parameters.3.name',
    ])
  })
})

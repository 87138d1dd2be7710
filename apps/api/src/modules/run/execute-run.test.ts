// A run whose model port does not let go of an aborted call. The model is the edge: here it says a word, and then nothing.
import { createPlainChatGraph } from '@heddle/workflow/model/graph/starter-graphs'
import type { ModelMessage, WorkflowPorts } from '@heddle/workflow/model/ports'
import { randomUUIDv7 } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createWriteBuffer } from '../reply/persist/write-buffer.ts'
import { createEventLog, emptyBeginning } from './event-log.ts'
import { toAbortReason, executeRun } from './execute-run.ts'
import type { ReplyRun } from '../reply/reply-run.ts'

const countTokens = (text: string) => text.length

function createRun(): ReplyRun {
  const id = randomUUIDv7()
  return {
    runId: randomUUIDv7(),
    chatId: randomUUIDv7(),
    questionId: randomUUIDv7(),
    reply: {
      id,
      depth: 1,
      role: 'assistant',
      content: '',
      reasoning: '',
      steps: [],
      status: 'generating',
      responseLanguage: 'en',
      modelId: null,
      modelName: 'gpt-4o',
      assistantId: null,
      assistantName: null,
      workflowVersion: 1,
      createdAt: new Date(),
      error: null,
      siblings: { index: 0, count: 1, previous_id: null, next_id: null },
      files: [],
      feedback: null,
      notices: [],
      sources: [],
      comparisonId: null,
      comparisonPosition: null,
      isBlind: false,
    },
    beginning: emptyBeginning,
    outcomes: {},
    seal: null,
    tenantId: randomUUIDv7(),
    userId: randomUUIDv7(),
    groupIds: [],
    assistantId: randomUUIDv7(),
    workflowVersionId: randomUUIDv7(),
    graph: createPlainChatGraph(),
    question: 'Why does cotton shrink?',
    history: Promise.resolve([]),
    files: Promise.resolve({
      contextTokens: 16_384,
      documents: [],
      images: [],
      hasQuestionFiles: false,
      unseenImages: 0,
      files: new Map(),
    }),
    responseLanguage: 'en',
    userPrompt: null,
    model: { id: randomUUIDv7(), name: 'gpt-4o' },
    version: 1,
    remainingRequests: 1,
  }
}

function createPorts(generate: WorkflowPorts['model']['generate']): WorkflowPorts {
  return {
    countTokens,
    splitPassages: (text) => [text],
    extractFeatures: () => new Set(),
    checkLanguage: () => 'matches',
    yieldToEventLoop: () => Promise.resolve(),
    wait: () => Promise.resolve(),
    now: () => performance.now(),
    model: { describe: () => Promise.resolve({ contextTokens: 16_384, readsImages: false, countTokens }), generate },
  }
}

const createBuffer = ({ reply }: ReplyRun) =>
  createWriteBuffer(createEventLog(reply.id, emptyBeginning), () => {}, { ...emptyBeginning, outcomes: {} })

test('a call that does not end when it is aborted is counted with its whole prompt and what has come of it', async () => {
  const run = createRun()
  const stop = new AbortController()
  let prompt: readonly ModelMessage[] = []
  const ports = createPorts(async function* ({ messages }) {
    prompt = messages
    yield { type: 'text', text: 'It relaxes.' }
    stop.abort(toAbortReason('stop_requested'))
    await new Promise(() => {})
  })
  const outcome = await executeRun(run, createBuffer(run), ports, stop.signal)
  expect(outcome).toMatchObject({
    status: 'stopped',
    usage: {
      inputTokens: prompt.reduce((sum, { content }) => sum + countTokens(content), 0),
      outputTokens: countTokens('It relaxes.'),
      reasoningTokens: 0,
      cachedTokens: 0,
      estimated: true,
    },
  })
  expect(outcome.usage.inputTokens).toBeGreaterThan(countTokens(run.question))
})

test('a run that has ended is kept by nothing', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const ports = createPorts(async function* () {
    yield { type: 'text', text: 'It relaxes.' }
  })
  async function performRun() {
    const run = createRun()
    const buffer = createBuffer(run)
    await executeRun(run, buffer, ports, new AbortController().signal)
    return new WeakRef(buffer)
  }
  const ended = await performRun()
  await expect
    .poll(() => {
      collectGarbage()
      return ended.deref() === undefined
    })
    .toBe(true)
})

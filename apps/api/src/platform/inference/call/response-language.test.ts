// The promise of the response language from end to end: workflow, model client and an endpoint over real HTTP.
import { languages, type Language } from '@heddle/contracts/languages'
import { createDemoModel, type DemoModel } from '@heddle/demo-model/server'
import { countTokens } from '@heddle/text/count-tokens'
import { listFeatures } from '@heddle/text/language/text-features'
import { splitPassages } from '@heddle/retrieval/passage/split-passages'
import { setImmediate } from 'node:timers/promises'
import { createPlainChatGraph, createWritingHelperGraph } from '@heddle/workflow/model/graph/starter-graphs'
import { runWorkflow } from '@heddle/workflow/engine/run'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createModelClient } from './model-client.ts'

let demo: DemoModel
beforeAll(async () => {
  demo = await createDemoModel({ tps: 0 })
})
afterAll(() => demo.close())

const itself: Readonly<Record<Language, string>> = {
  zhHant: '示範模型',
  en: 'demonstration model',
  ja: 'デモ用のモデル',
  th: 'โมเดลสาธิต',
  vi: 'mô hình trình diễn',
}

describe.each([
  ['plain chat', createPlainChatGraph()],
  ['the writing helper', createWritingHelperGraph()],
])('%s', (_name, graph) => {
  test.each(languages)('answers in %s, whatever language the question is in', async (responseLanguage) => {
    const ports = {
      checkLanguage: () => 'unsure' as const,
      model: {
        ...createModelClient({ baseUrl: demo.url, apiKey: undefined }),
        describe: () => Promise.resolve({ contextTokens: 16_384, readsImages: false, countTokens }),
      },
      countTokens,
      splitPassages,
      extractFeatures: listFeatures,
      yieldToEventLoop: () => setImmediate(),
      wait: () => Promise.reject(new Error('A model that answers at once is not waited for')),
      now: () => performance.now(),
    }
    const history = [
      { role: 'user', content: 'สวัสดี' },
      { role: 'assistant', content: 'こんにちは' },
    ] as const
    const input = {
      question: '棉布為什麼會縮水？ Why?',
      history,
      responseLanguage,
      userPrompt: null,
      model: 'gpt-4o',
      contextTokens: 16_384,
      documents: [],
      images: [],
    }
    let reply = ''
    for await (const event of runWorkflow({ graph, input, ports, signal: new AbortController().signal })) {
      if (event.type === 'delta') reply += event.text
    }
    expect(reply).toContain(itself[responseLanguage])
    expect(reply).toContain('> 棉布為什麼會縮水？ Why?')
  })
})

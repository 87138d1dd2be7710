// What goes along with a question, layer by layer, and within which budget.
import { describe, expect, test } from 'vitest'
import { composePrompt } from '../nodes/llm.ts'
import type { WorkflowInput } from '../node-type.ts'
import type { Passage } from '../passage.ts'
import { printLayers } from './prompt-layers.ts'
import { plainInput } from '../../testing/input.ts'
import { createTestPorts } from '../../testing/test-ports.ts'
import { renderPassages } from '../passage.ts'
import { renderTemplate } from '../graph/template.ts'

const countTokens = ({ length }: string) => length

const createPassage = (number: number, fileId: string | null, text: string): Passage => ({
  id: `p${number}`,
  number,
  fileId,
  title: 'Looms',
  page: null,
  text,
  score: null,
  doubts: [],
})

const found: Readonly<Record<string, readonly Passage[]>> = {
  documents: [createPassage(1, 'file', 'A loom weaves.')],
  knowledge: [createPassage(1, null, 'Cotton shrinks.'), createPassage(2, null, 'Wool felts.')],
}

/** Prints the layers of a call of a model that counts a character as a token, and its messages. */
function print(changes: Partial<WorkflowInput>, contextTokens = 16_000) {
  const input = { ...plainInput, contextTokens, ...changes }
  const config = {
    model: null,
    prompt: 'Answer.\n{{documents.text}}\n{{knowledge.text}}',
    question: input.question,
    temperature: null,
    history_messages: 10,
  }
  const fit = { contextTokens, readsImages: true, countTokens }
  const ports = createTestPorts({ model: { describe: () => Promise.resolve(fit), async *generate() {} } })
  const render = (template: string) => renderTemplate(template, ({ nodeId }) => renderPassages(found[nodeId] ?? []))
  const read = ({ nodeId }: { nodeId: string }) => ({ type: 'passages', value: found[nodeId] ?? [] }) as const
  const { messages, listLayers } = composePrompt(config, { input, ports, soFar: '', render, read }, fit)
  return { printed: printLayers(listLayers(), countTokens).split('\n'), messages }
}

const turns = [
  { role: 'user', content: 'What is a loom?' },
  { role: 'assistant', content: 'A frame.' },
] as const

describe('the layers of a prompt', () => {
  test('are printed with what went along of each', () => {
    const { printed, messages } = print({ userPrompt: 'Be brief.', history: turns })
    expect(printed).toEqual([
      'expert: 9 of 9 tokens, 1 text',
      expect.stringMatching(/^history: 23 of \d+ tokens, 2 texts$/),
      expect.stringMatching(/^files: 14 of \d+ tokens, 1 text$/),
      expect.stringMatching(/^passages: 26 of \d+ tokens, 2 texts$/),
    ])
    const sent = messages.map(({ content }) => content).join('\n')
    for (const text of ['Be brief.', 'A frame.', 'A loom weaves.', 'Wool felts.']) expect(sent).toContain(text)
  })

  test('are empty where nothing went along', () => {
    expect(print({}).printed.slice(0, 2)).toEqual([
      'expert: 0 of 0 tokens, 0 texts',
      expect.stringMatching(/^history: 0 of \d+ tokens, 0 texts$/),
    ])
  })

  test('stay within their budgets: a history that is longer loses its beginning', () => {
    const long = Array.from({ length: 5 }, () => [{ role: 'user', content: 'x'.repeat(700) } as const, turns[1]]).flat()
    const { printed, messages } = print({ history: long }, 4_000)
    const [, tokens = '', budget = '', texts = ''] = /^history: (\d+) of (\d+) tokens, (\d+)/.exec(printed[1] ?? '') ?? []
    expect(Number(tokens)).toBeGreaterThan(0)
    expect(Number(tokens)).toBeLessThanOrEqual(Number(budget))
    expect(Number(texts)).toBe(messages.length - 2)
    expect(Number(texts)).toBeLessThan(long.length)
  })
})

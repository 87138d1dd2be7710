import { expect, test } from 'vitest'
import type { PromptFacts } from '../facts.ts'
import { english } from './en.ts'

test('one message and one passage are singular', () => {
  const facts: PromptFacts = {
    language: 'en',
    model: 'demo',
    question: 'What of wool?',
    questionAsTitle: 'What of wool',
    questionCharacters: 13,
    keyWords: ['wool'],
    earlierMessages: 1,
    passages: [{ number: '1', text: 'Wool felts.' }],
    images: 0,
    wantsTitle: false,
    wantsRewriting: false,
    wantsCategory: false,
    plannedPrompt: null,
    wantsCode: false,
  }
  const thought = english.thought(facts)
  expect(thought).toContain('I keep 1 earlier message in mind.')
  expect(thought).toContain('I was given 1 passage,')
})

import { languages } from '@heddle/contracts/languages'
import { PromptInput } from '@heddle/contracts/prompt/prompt'
import { findPlaceholders, findPromptProblems } from '@heddle/contracts/prompt/prompt-template'
import { expect, test } from 'vitest'
import labels from './labels.json' with { type: 'json' }
import { textilePrompts } from './textile-prompts.ts'

test('thirty prompts come with the product, each with a name of its own', () => {
  for (const language of languages) expect(new Set(textilePrompts.map(({ name }) => name[language])).size).toBe(30)
})

test.each(textilePrompts.map((prompt) => [prompt.name.default, prompt] as const))('"%s" says the same in each language', (_, prompt) => {
  const { text, variables } = PromptInput.required({ description: true, variables: true }).parse(prompt)
  expect(findPromptProblems({ text, variables })).toEqual([])
  const keys = variables.map(({ key }) => key).toSorted()
  for (const translation of Object.values(text)) expect(findPlaceholders(translation ?? '').toSorted()).toEqual(keys)
  for (const told of [prompt.name, prompt.description, prompt.text]) expect(Object.keys(told)).toEqual(['default', ...languages])
})

test('every label is that of a variable', () => {
  const keys = new Set<string>(textilePrompts.flatMap(({ variables }) => variables.map(({ key }) => key)))
  expect([...keys].toSorted()).toEqual(Object.keys(labels).toSorted())
})

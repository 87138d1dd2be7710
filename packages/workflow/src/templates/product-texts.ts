// The texts that the product gives in all languages: of the templates, and of what a new tenant begins with.
import { languages } from '@heddle/contracts/languages'
import type { LocalizedText } from '@heddle/contracts/wire'
import { conversationWorkflow, starterAssistant, starterGroup } from './starter-texts.ts'
import { templateDescriptions, templateNames } from './template-words.ts'

const { recommendedQuestions } = starterAssistant

const productTexts: readonly Omit<LocalizedText, 'default'>[] = [
  ...Object.values(templateNames),
  ...Object.values(templateDescriptions),
  ...[conversationWorkflow, starterGroup, starterAssistant].flatMap(({ name, description }) => [name, description]),
  ...recommendedQuestions.flatMap(({ title, content }) => [title, content]),
]

/** Returns whether a text is one of the product in every language: no person has written any of it. */
export const isProductText = (text: LocalizedText): boolean =>
  productTexts.some((known) => languages.every((language) => text[language] === known[language]))

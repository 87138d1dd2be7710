import type { WorkflowInput } from '../model/node-type.ts'

/** A question without history, files or images. */
export const plainInput: WorkflowInput = {
  question: 'Why does cotton shrink?',
  history: [],
  responseLanguage: 'en',
  userPrompt: null,
  model: 'gpt-4o',
  contextTokens: 16_384,
  documents: [],
  images: [],
}

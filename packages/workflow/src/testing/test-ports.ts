import type { WorkflowPorts } from '../model/ports.ts'

/** Returns ports for a test of one node: a token is a character, a passage the whole text, and nothing waits. */
export const createTestPorts = (changes: Pick<WorkflowPorts, 'model'> & Partial<WorkflowPorts>): WorkflowPorts => ({
  countTokens: ({ length }) => length,
  splitPassages: (text) => [text],
  extractFeatures: () => new Set(),
  checkLanguage: () => 'matches',
  yieldToEventLoop: () => Promise.resolve(),
  wait: () => Promise.resolve(),
  now: () => 0,
  ...changes,
})

import type { PromptFacts } from '../facts.ts'

/** The texts of the model in one language. `answer` is Markdown. */
export type Voice = {
  readonly thought: (facts: PromptFacts) => string
  readonly answer: (facts: PromptFacts) => string
  readonly title: (facts: PromptFacts) => string
}

/** Returns a fenced block with the facts as JSON, for the answers that show code. */
export function formatFacts({ keyWords, earlierMessages, questionCharacters }: PromptFacts): string {
  const lines = JSON.stringify({ key_words: keyWords, earlier_messages: earlierMessages, characters: questionCharacters }, null, 2)
  return `\`\`\`json\n${lines}\n\`\`\``
}

/** Returns the passages as list items with citations. */
export function formatPassages({ passages }: PromptFacts): string {
  return passages.map(({ number, text }) => `- ${text} [${number}]`).join('\n')
}

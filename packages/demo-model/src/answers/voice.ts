import type { Facts } from '../facts.ts'

/** The texts of the model in one language. `answer` is Markdown. */
export type Voice = {
  readonly thought: (facts: Facts) => string
  readonly answer: (facts: Facts) => string
  readonly title: (facts: Facts) => string
}

/** Returns a fenced block with the facts as JSON, for the answers that show code. */
export function formatFacts({ keyWords, earlierMessages, questionCharacters }: Facts): string {
  const lines = JSON.stringify({ key_words: keyWords, earlier_messages: earlierMessages, characters: questionCharacters }, null, 2)
  return `\`\`\`json\n${lines}\n\`\`\``
}

/** Returns the passages as list items with citations. */
export function formatPassages({ passages }: Facts): string {
  return passages.map(({ number, text }) => `- ${text} [${number}]`).join('\n')
}

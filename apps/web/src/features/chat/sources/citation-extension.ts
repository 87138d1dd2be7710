import type { MarkdownExtension } from '#shared/markdown/extension.ts'
import { Citation } from './Citation.tsx'
import { markCitations } from './citations.ts'

/** Makes the numbers in a reply lead to its sources; which there are, the numbers learn from the context around them. */
export const citations: MarkdownExtension = { rehype: [markCitations], components: { cite: Citation } }

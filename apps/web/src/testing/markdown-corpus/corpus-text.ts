import type { Language } from '@heddle/contracts/languages'

/** Its language, its Markdown, and the HTML of what is drawn, without attributes. */
export type CorpusText = readonly [language: Language, markdown: string, html: string]

// The handbook of textile testing: the same chapters in five languages, the documents of the sample collection.
import { type Language, languages } from '@heddle/contracts/languages'
import { readFile } from 'node:fs/promises'

export type Handbook = {
  readonly language: Language
  readonly title: string
  /** Markdown; it begins with the title. */
  readonly text: string
}

async function readHandbook(language: Language): Promise<Handbook> {
  const text = await readFile(new URL(`./${language}.md`, import.meta.url), 'utf8')
  const title = /^# (.+)$/m.exec(text)?.[1] ?? ''
  return { language, title, text }
}

/** Returns the handbook in each language. */
export const readHandbooks = (): Promise<Handbook[]> => Promise.all(languages.map(readHandbook))

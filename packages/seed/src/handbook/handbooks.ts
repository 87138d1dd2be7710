// The handbook of textile testing: the same chapters in five languages, the documents of the sample collection, with its test questions.
import { type Language, languages } from '@heddle/contracts/languages'
import { readFile } from 'node:fs/promises'
import questions from './questions.json' with { type: 'json' }

/** The test questions in all languages, each with the number of the chapter that answers it. */
export const handbookQuestions = questions

export type Handbook = {
  readonly language: Language
  readonly title: string
  /** Markdown; it begins with the title. */
  readonly text: string
  /** Each with the text of the chapter that answers it. */
  readonly questions: readonly { readonly text: string; readonly passage: string }[]
}

/** Returns the texts of the chapters without their headings, by their numbers. */
const readChapters = (text: string) =>
  new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((chapter) => [Number.parseInt(chapter, 10), chapter.slice(chapter.indexOf('\n')).trim()]),
  )

async function readHandbook(language: Language): Promise<Handbook> {
  const text = await readFile(new URL(`./${language}.md`, import.meta.url), 'utf8')
  const title = /^# (.+)$/m.exec(text)?.[1] ?? ''
  const chapters = readChapters(text)
  const own = questions.map(({ chapter, ...texts }) => ({ text: texts[language], passage: chapters.get(chapter) ?? '' }))
  return { language, title, text, questions: own }
}

/** Returns the handbook in each language. */
export const readHandbooks = (): Promise<Handbook[]> => Promise.all(languages.map(readHandbook))

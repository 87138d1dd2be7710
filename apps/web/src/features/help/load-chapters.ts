// The chapters that come with the application, one Markdown file for each language.
import type { Language } from '@heddle/contracts/languages'
import { type Audience, type Chapter, readChapter } from './chapter.ts'
import { chapterIds } from './chapter-ids.ts'

const files = import.meta.glob<string>('./chapters/*/*.md', { query: '?raw', import: 'default' })

/** Loads all chapters of a language, in their order. */
export async function loadChapters(language: Language): Promise<Chapter[]> {
  const ordered = Object.entries(chapterIds).flatMap(([audience, ids]) => ids.map((id) => ({ id, audience: audience as Audience })))
  return Promise.all(
    ordered.map(async ({ id, audience }) => {
      const load = files[`./chapters/${language}/${id}.md`]
      if (!load) throw new Error(`The chapter ${id} has no text in ${language}`)
      return readChapter(id, audience, await load())
    }),
  )
}

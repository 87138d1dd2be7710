import type { SiteChapter } from '@heddle/contracts/help/help'
import type { Language } from '@heddle/contracts/languages'
import { type Chapter, readChapter } from './chapter.ts'

/**
 * Returns the chapters of the product, and after them those of the site. One with the name of a chapter of the product replaces it in its
 * language. Any other is shown in English, else in any language, where it is not in that of the interface.
 */
export function addSiteChapters(chapters: readonly Chapter[], added: readonly SiteChapter[], language: Language): Chapter[] {
  const own = new Set(chapters.map(({ id }) => id))
  const replaced = chapters.map((chapter) => {
    const replacement = added.find((each) => each.id === chapter.id && each.language === language)
    return replacement ? readChapter(chapter.id, chapter.audience, replacement.markdown) : chapter
  })
  const ids = [...new Set(added.map(({ id }) => id))].filter((id) => !own.has(id))
  return [...replaced, ...ids.flatMap((id) => chooseLanguage(added, id, language))]
}

function chooseLanguage(added: readonly SiteChapter[], id: string, language: Language): Chapter[] {
  const versions = added.filter((each) => each.id === id)
  const version = versions.find((each) => each.language === language) ?? versions.find((each) => each.language === 'en') ?? versions[0]
  return version ? [readChapter(id, 'site', version.markdown)] : []
}

// What a person types into the search.
import { fold } from '@heddle/text/language/folding'
import { messageSeparator } from './segments.ts'

/** The keywords of what was typed, as the database knows them: each once. Every space parts them, the ideographic too. */
export function readKeywords(typed: string): string[] {
  const words = typed.split(/\s+/u).map((word) => fold(word).replaceAll(messageSeparator, ''))
  return [...new Set(words)].filter((word) => word.trim() !== '')
}

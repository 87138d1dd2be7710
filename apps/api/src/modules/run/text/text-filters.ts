// What changes the text of a reply on its way from the model to its readers, in this order.
import type { Language } from '@heddle/contracts/languages'
import type { TextFilter } from '@heddle/text/prose/text-filter'
import { loadTraditionalConverter } from '@heddle/text/language/traditional-converter'

/** Loads what the filters of a reply need; then returns what makes new ones. Citations are checked behind them. */
export async function loadTextFilters(responseLanguage: Language): Promise<() => TextFilter[]> {
  if (responseLanguage !== 'zhHant') return () => []
  const createConverter = await loadTraditionalConverter()
  return () => [createConverter()]
}

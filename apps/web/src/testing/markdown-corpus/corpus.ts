// Replies as models write them every day, in five languages, and what is drawn of them. Formulas are their source in dollars.
import { addresses } from './addresses.ts'
import type { CorpusText } from './corpus-text.ts'
import { elements } from './elements.ts'
import { emphasis } from './emphasis.ts'
import { footnotes } from './footnotes.ts'
import { formulas } from './formulas.ts'
import { lines } from './lines.ts'
import { lists } from './lists.ts'
import { tables } from './tables.ts'

export const corpus: Readonly<Record<string, readonly CorpusText[]>> = {
  addresses,
  elements,
  emphasis,
  footnotes,
  formulas,
  lines,
  lists,
  tables,
}

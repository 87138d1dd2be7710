// Brackets of a text that is no model's, so that none of them is taken for a citation.
import { scanProse } from '../prose/prose-scanner.ts'
import { mayCite } from './citation-brackets.ts'

/** What `createCitationFilter` may take for numbers. */
const numbers = /[[【［](?=[\d０-９\s,，、;；–—~～-]+[\]】］])/g
/** A backslash escapes ASCII alone. */
const escapes: Readonly<Record<string, string>> = { '[': String.raw`\[`, '【': '&#12304;', '［': '&#65339;' }

/** Returns Markdown that shows the same, with brackets around numbers alone escaped; code, links and formulas stay as they are. */
export const escapeCitations = (text: string): string =>
  scanProse(text)
    .map(({ kind, text: part }) => (mayCite(kind) ? part.replaceAll(numbers, (bracket) => escapes[bracket] ?? bracket) : part))
    .join('')

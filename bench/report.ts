// Results as Markdown.

/** Returns a number with one decimal, a dash for none. */
export const formatNumber = (value: number) => (Number.isFinite(value) ? value.toFixed(1) : '–')

/** Returns `value` as a multiple of `limit`. */
export const formatRatio = (value: number, limit: number) => (Number.isFinite(value / limit) ? `${(value / limit).toFixed(2)} ×` : '–')

/** Prints a heading and a table. */
export function printTable(title: string, columns: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  process.stdout.write(`\n### ${title}\n\n${lines.join('\n')}\n`)
}

/** Prints a sentence below a table. */
export function printNote(text: string): void {
  process.stdout.write(`\n${text}\n`)
}

/** Prints the first error of each result that has one. */
export function printFirstErrors(results: Readonly<Record<string, { readonly firstError: string | undefined }>>): void {
  for (const [name, { firstError }] of Object.entries(results)) {
    if (firstError !== undefined) printNote(`${name}, first error: ${firstError}`)
  }
}

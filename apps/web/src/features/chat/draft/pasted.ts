import { readPasted, toText } from '#shared/paste-html.ts'

/**
 * Returns the pasted files; none where a text is meant. Cells of a spreadsheet are text and a picture of it, and a page is HTML with its
 * pictures: the text is meant. A file manager adds the path or the name of each file: the file is meant.
 */
export function listPastedFiles(data: DataTransfer): readonly File[] {
  const files = [...data.files]
  const text = readPasted(data, 'text/plain').trim()
  if (text !== '') return isListOf(files, text.split(/\s*\n/)) ? files : []
  return toText(readPasted(data, 'text/html')) === '' ? files : []
}

/** Whether the lines are the paths, addresses or names of the files. */
function isListOf(files: readonly File[], lines: readonly string[]): boolean {
  const names = new Set(lines.map((line) => toFileName(line).normalize()))
  return lines.length === files.length && files.every(({ name }) => names.has(name.normalize()))
}

function toFileName(line: string): string {
  const name = line.replace(/^.*[/\\]/, '')
  if (!line.startsWith('file:')) return name
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

import { Markdown } from '#shared/markdown/Markdown.tsx'
import classes from '../Preview.module.css'
import { readRows } from '../table/table-rows.ts'

/** A part of a file's extracted Markdown. Rows from the middle of a table have no header, so Markdown would not parse them as a table. */
export function ExtractedMarkdown({ text }: { text: string }) {
  const rows = readRows(text)
  if (!rows) return <Markdown text={text} />
  return (
    <table className={classes.rows}>
      <tbody>
        {rows.map((cells, index) => (
          <tr key={index}>
            {cells.map((cell, column) => (
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import type { MessageSource } from '@heddle/contracts/message'
import { readRows } from '#entities/document/table-rows.ts'
import { isReadAsMarkdown } from '#entities/document/text-kind.ts'
import { Markdown } from '#shared/markdown/Markdown.tsx'
import classes from './SourceList.module.css'

/** Whether a passage is Markdown. The file may be gone; its name is left. */
const isMarkdownPassage = ({ file, title }: Pick<MessageSource, 'file' | 'title'>) =>
  file ? isReadAsMarkdown(file.media_type) : !/\.(?:pdf|txt)$/i.test(title ?? '')

/** What a source says, as its reader would see it in the file. */
export function Passage({ source }: { source: Pick<MessageSource, 'passage' | 'file' | 'title'> }) {
  if (!isMarkdownPassage(source)) return <div className={classes.plain}>{source.passage}</div>
  // Rows from the middle of a table have no header, without which they are no table in Markdown.
  const rows = readRows(source.passage)
  if (!rows) return <Markdown text={source.passage} />
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

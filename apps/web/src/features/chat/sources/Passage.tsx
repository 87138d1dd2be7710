import type { MessageSource } from '@heddle/contracts/chat/message'
import { readRows } from '#entities/document/table-rows.ts'
import { isReadAsMarkdown } from '#entities/document/text-kind.ts'
import { Markdown } from '#shared/markdown/Markdown.tsx'
import classes from './SourceList.module.css'

/** Returns whether a passage is Markdown; the name decides when the file was deleted. */
const isMarkdownPassage = ({ file, title }: Pick<MessageSource, 'file' | 'title'>) =>
  file ? isReadAsMarkdown(file.media_type) : !/\.(?:pdf|txt)$/i.test(title ?? '')

/** The passage of a source, rendered like its file. */
export function Passage({ source }: { source: Pick<MessageSource, 'passage' | 'file' | 'title'> }) {
  if (!isMarkdownPassage(source)) return <div className={classes.plain}>{source.passage}</div>
  // Rows from the middle of a table have no header, so Markdown would not parse them as a table.
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

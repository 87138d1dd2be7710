import type { MessageSource } from '@heddle/contracts/message/message'
import { ExtractedMarkdown } from '#entities/document/text/ExtractedMarkdown.tsx'
import { isReadAsMarkdown } from '#entities/document/text/text-kind.ts'
import classes from './SourceList.module.css'

type PassageSource = Pick<MessageSource, 'passage' | 'file' | 'title' | 'knowledge' | 'rows'>

/** Returns whether a passage is Markdown; the name decides when the file was deleted. */
const isMarkdownPassage = ({ file, title }: PassageSource) =>
  file ? isReadAsMarkdown(file.media_type) : !/\.(?:pdf|txt)$/i.test(title ?? '')

/** Lines of a table of Markdown, or lines without any. */
const tablesAndLines = /(?:^\|.*(?:\n|$))+|(?:^(?!\|).*(?:\n|$))+/gm

/** The passage of a source, rendered like its file. That of a collection is lines of text, in which only tables are Markdown. */
export function Passage({ source }: { source: PassageSource }) {
  if (source.rows) return <Plain text={source.passage} />
  if (source.knowledge)
    return source.passage
      .match(tablesAndLines)
      ?.filter((part) => part.trim() !== '')
      .map((part, index) =>
        part.startsWith('|') ? <ExtractedMarkdown key={index} text={part} /> : <Plain key={index} text={part.trim()} />,
      )
  return isMarkdownPassage(source) ? <ExtractedMarkdown text={source.passage} /> : <Plain text={source.passage} />
}

const Plain = ({ text }: { text: string }) => <div className={classes.plain}>{text}</div>

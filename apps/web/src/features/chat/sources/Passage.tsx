import type { MessageSource } from '@heddle/contracts/chat/message'
import { ExtractedMarkdown } from '#entities/document/text/ExtractedMarkdown.tsx'
import { isReadAsMarkdown } from '#entities/document/text/text-kind.ts'
import classes from './SourceList.module.css'

/** Returns whether a passage is Markdown; the name decides when the file was deleted. */
const isMarkdownPassage = ({ file, title }: Pick<MessageSource, 'file' | 'title'>) =>
  file ? isReadAsMarkdown(file.media_type) : !/\.(?:pdf|txt)$/i.test(title ?? '')

/** The passage of a source, rendered like its file. */
export const Passage = ({ source }: { source: Pick<MessageSource, 'passage' | 'file' | 'title'> }) =>
  isMarkdownPassage(source) ? <ExtractedMarkdown text={source.passage} /> : <div className={classes.plain}>{source.passage}</div>

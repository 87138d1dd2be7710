import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { useLanguage } from '#i18n/use-language.ts'
import { ExternalLink, ImageLink } from '#shared/markdown/elements.tsx'
import type { MarkdownExtension } from '#shared/markdown/extension.ts'
import { Markdown } from '#shared/markdown/Markdown.tsx'
import { paths } from '#shared/paths.ts'
import { markChapterLinks } from './chapter-links.ts'
import classes from './ChapterText.module.css'
import { findPicture } from './pictures.ts'

function ChapterLink({ 'data-chapter': chapter, ...props }: ComponentProps<'a'> & { 'data-chapter'?: string }) {
  if (chapter === undefined) return <ExternalLink {...props} />
  return (
    <Link to={paths.help({ chapter })} className={classes.link}>
      {props.children}
    </Link>
  )
}

/** A picture of a screen in the interface's language. */
function Picture({ 'data-picture': name, ...props }: ComponentProps<'img'> & { 'data-picture'?: string }) {
  const { language } = useLanguage()
  const address = name === undefined ? undefined : findPicture(name, language)
  if (address === undefined) return <ImageLink {...props} />
  return <img src={address} alt={props.alt} className={classes.picture} />
}

const chapterLinks: MarkdownExtension = { rehype: [markChapterLinks], components: { a: ChapterLink, img: Picture } }

/** The text of a chapter, with its pictures and its links to other chapters. */
export function ChapterText({ body }: { body: string }) {
  const { tag } = useLanguage()
  return <Markdown text={body} lang={tag} extension={chapterLinks} />
}

import { Title } from '@mantine/core'
import { paths } from '#shared/paths.ts'
import { ActionCard, ActionCards } from '#shared/ui/buttons/ActionCard.tsx'
import { type Chapter, listParagraphs } from './chapter.ts'
import classes from './Help.module.css'

type ChapterCardsProps = { title: string; chapters: readonly Chapter[] }

/** Chapters under a heading, each with its first words. */
export function ChapterCards({ title, chapters }: ChapterCardsProps) {
  if (chapters.length === 0) return null
  return (
    <section className={classes.group} aria-label={title}>
      <Title order={2} fz="md" mb="sm">
        {title}
      </Title>
      <ActionCards>
        {chapters.map((chapter) => (
          <ActionCard
            key={chapter.id}
            to={paths.help({ chapter: chapter.id })}
            title={chapter.title}
            hint={listParagraphs(chapter)[0] ?? ''}
          />
        ))}
      </ActionCards>
    </section>
  )
}

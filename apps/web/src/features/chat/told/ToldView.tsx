import type { ToldContext } from '@heddle/contracts/message/told'
import { Skeleton, Stack } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NoticeText } from '#entities/chat/NoticeText.tsx'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { Name } from '#shared/ui/Name.tsx'
import { toldQuery } from './told.queries.ts'
import classes from './ToldView.module.css'

/** What went along with the question of a reply, for its owner. */
export function ToldView({ chatId, messageId }: { chatId: string; messageId: string }) {
  const { t } = useTranslation('instruction')
  const { data: told, error, refetch } = useQuery(toldQuery(chatId, messageId))
  if (told === undefined) {
    if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />
    return <Skeleton height={160} role="status" aria-label={t('told.loading')} />
  }
  if (told === null) return <EmptyState icon={<IconEyeOff size={32} />} title={t('told.none')} hint={t('told.noneHint')} />
  return (
    <Stack gap="lg">
      <p className={classes.hint}>{t('told.hint')}</p>
      <Instructions told={told} />
      <Part title={t('told.history')}>
        <p className={classes.line}>{t('told.historyCount', { count: told.history_count, total: told.earlier_count })}</p>
      </Part>
      <Part title={t('told.files')}>
        <Counted list={told.files}>
          {told.image_count > 0 && <li className={classes.line}>{t('told.images', { count: told.image_count })}</li>}
        </Counted>
        {told.files_cut && (
          <p className={classes.cut}>
            <NoticeText notice={{ code: 'files_cut', ...told.files_cut }} />
          </p>
        )}
      </Part>
      <Part title={t('told.passages')}>
        <p className={classes.line}>
          {told.passage_count === 0 ? t('told.nothing') : t('told.passageCount', { count: told.passage_count })}
        </p>
      </Part>
    </Stack>
  )
}

function Instructions({ told: { person, folders } }: { told: ToldContext }) {
  const { t } = useTranslation('instruction')
  const texts = [
    ...(person?.about_me ? [{ id: 'about', title: t('field.about'), text: person.about_me }] : []),
    ...(person?.how_to_answer ? [{ id: 'answer', title: t('field.answer'), text: person.how_to_answer }] : []),
    ...folders.map(({ name, instructions }, index) => ({ id: `folder ${index}`, title: t('told.folder', { name }), text: instructions })),
  ]
  const isCut = person?.is_cut || folders.some(({ is_cut }) => is_cut)
  return (
    <Part title={t('told.instructions')}>
      {texts.length === 0 && <p className={classes.line}>{t('told.nothing')}</p>}
      {texts.map(({ id, title, text }) => (
        <figure key={id} className={classes.text}>
          <figcaption>{title}</figcaption>
          <blockquote>{text}</blockquote>
        </figure>
      ))}
      {isCut && <p className={classes.cut}>{t('told.cut')}</p>}
    </Part>
  )
}

type CountedProps = { list: ToldContext['files']; children?: ReactNode }

/** Names with how many passages went along of each. */
function Counted({ list, children }: CountedProps) {
  const { t } = useTranslation('instruction')
  if (list.length === 0 && !children) return <p className={classes.line}>{t('told.nothing')}</p>
  return (
    <ul className={classes.list}>
      {list.map(({ name, passage_count }) => (
        <li key={name} className={classes.line}>
          <span className={classes.name}>
            <Name>{name}</Name>
          </span>
          <span className={classes.count}>{t('told.passageCount', { count: passage_count })}</span>
        </li>
      ))}
      {children}
    </ul>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      {children}
    </section>
  )
}

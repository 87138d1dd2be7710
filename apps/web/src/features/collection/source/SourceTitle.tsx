import type { Source, SourceKind } from '@heddle/contracts/collection/source'
import { Badge, Group, Text } from '@mantine/core'
import { type Icon, IconClipboardText, IconFile, IconWorld } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useTenantToday } from '#entities/auth/session.queries.ts'
import { paths } from '#shared/paths.ts'
import { RowLink } from '#shared/table/RowLink.tsx'
import classes from './SourceTitle.module.css'
import { formatFilePath } from '#entities/collection/file-path.ts'
import { useSourceWords } from '#entities/collection/use-source-words.ts'

const icons: Readonly<Record<SourceKind, Icon>> = { file: IconFile, url: IconWorld, text: IconClipboardText }

/** The title of a source, where it comes from, its tags, and what limits it. */
export function SourceTitle({ collectionId, source }: { collectionId: string; source: Source }) {
  const { t } = useTranslation('knowledge')
  const { formatRecurrence } = useSourceWords()
  const { kind, title, url, recurrence, tags, enabled, valid_from: from, valid_until: until, replaced_by: next } = source
  const KindIcon = icons[kind]
  const today = useTenantToday()
  const origin = kind === 'url' ? [url, ...(recurrence === null ? [] : [formatRecurrence(recurrence)])].join(' · ') : formatFilePath(source)
  const marks = [
    ...(enabled ? [] : [t('mark.disabled')]),
    ...(until !== null && until < today ? [t('mark.expired', { day: until })] : []),
    ...(from !== null && from > today ? [t('mark.validFrom', { day: from })] : []),
    ...(next ? [t('mark.replacedBy', { title: next.title })] : []),
  ]
  return (
    <div className={classes.title}>
      <KindIcon size={18} stroke={1.6} aria-label={t(`kind.${kind}`)} role="img" className={classes.icon} />
      <div className={classes.words}>
        <RowLink to={paths.source(collectionId, source.id)}>{title}</RowLink>
        {origin && origin !== title && (
          <Text size="xs" c="dimmed" fw={400} className={classes.origin} title={origin}>
            {origin}
          </Text>
        )}
        {(marks.length > 0 || tags.length > 0) && (
          <Group gap={4} mt={4}>
            {marks.map((mark) => (
              <Badge key={mark} size="sm" variant="light" color="gray" tt="none" fw={500} className={classes.badge}>
                {mark}
              </Badge>
            ))}
            {tags.map((tag) => (
              <Badge key={tag} size="sm" variant="outline" color="gray" tt="none" fw={500} className={classes.badge}>
                {tag}
              </Badge>
            ))}
          </Group>
        )}
      </div>
    </div>
  )
}

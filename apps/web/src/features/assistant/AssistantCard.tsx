import type { Assistant } from '@heddle/contracts/assistant/assistant'
import { ActionIcon, Badge, Text, Tooltip } from '@mantine/core'
import { IconLock, IconStar, IconStarFilled, IconWorld } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AssistantMark } from '#entities/assistant/AssistantMark.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import classes from './AssistantCard.module.css'
import { AssistantMenu } from './AssistantMenu.tsx'
import { useFavoriteIds, useToggleFavorite } from './favorites.queries.ts'

type AssistantCardProps = { assistant: Assistant; actions?: ReactNode }

/** An assistant to start a chat with: the card is a link, with the star and other actions above it. */
export function AssistantCard({ assistant, actions }: AssistantCardProps) {
  const { t } = useTranslation('assistant')
  const localized = useLocalized()
  const name = localized(assistant.name)
  const description = localized(assistant.description)
  return (
    <article className={classes.card}>
      <div className={classes.head}>
        <AssistantMark assistant={assistant} />
        <div className={classes.actions}>
          {actions}
          {assistant.abilities.edit && <AssistantMenu assistant={assistant} />}
          <FavoriteButton assistant={assistant} name={name} />
        </div>
      </div>
      <h3 className={classes.name}>
        <Link to={paths.newChat({ assistantId: assistant.id })} className={classes.link}>
          {name}
        </Link>
      </h3>
      {description && (
        <Text size="sm" c="dimmed" lineClamp={3} className={classes.description}>
          {description}
        </Text>
      )}
      <div className={classes.foot}>
        <VisibilityBadge assistant={assistant} />
        <span className={classes.start} aria-hidden>
          {t('startChat')}
        </span>
      </div>
    </article>
  )
}

function VisibilityBadge({ assistant }: { assistant: Assistant }) {
  const { t } = useTranslation('assistant')
  const localized = useLocalized()
  const hint = assistant.is_public ? t('publicHint') : t('privateHint', { group: localized(assistant.group.name) })
  return (
    <Tooltip label={hint}>
      <Badge
        className={classes.badge}
        variant="light"
        color="gray"
        tt="none"
        fw={500}
        leftSection={assistant.is_public ? <IconWorld size={13} aria-hidden /> : <IconLock size={13} aria-hidden />}
      >
        {t(assistant.is_public ? 'public' : 'private')}
      </Badge>
    </Tooltip>
  )
}

function FavoriteButton({ assistant, name }: { assistant: Assistant; name: string }) {
  const { t } = useTranslation('assistant')
  const isFavorite = useFavoriteIds({ read: false })?.includes(assistant.id) ?? assistant.is_favorite
  const toggle = useToggleFavorite(assistant.id)
  const label = t(isFavorite ? 'favorite.remove' : 'favorite.add', { name })
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        aria-pressed={isFavorite}
        c={isFavorite ? 'var(--accent)' : undefined}
        loading={toggle.isPending}
        onClick={() => toggle.mutate({ isFavorite })}
      >
        {isFavorite ? <IconStarFilled size={18} /> : <IconStar size={18} />}
      </ActionIcon>
    </Tooltip>
  )
}

import { ActionIcon, Tooltip } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useMatches } from 'react-router'
import { sessionQueries } from '#entities/auth/session.queries.ts'
import type { ChapterId } from '#features/help/chapter-ids.ts'
import { paths } from '#shared/paths.ts'

/** What the route of a page says about its help. */
export type HelpHandle = { readonly help: ChapterId | undefined; readonly helpOfAdministrators?: ChapterId | undefined }

/** The link to the chapter of the help that is about the page. A phone has only the account menu's link to the help. */
export function HelpLink() {
  const { t } = useTranslation('shell')
  const { data: session } = useQuery({ ...sessionQueries.me(), enabled: false })
  const isAdministrator = session?.permissions.includes('administer') === true
  const chapter = useMatches()
    .map(({ handle }) => handle as HelpHandle | undefined)
    .map((handle) => (isAdministrator && handle?.helpOfAdministrators) || handle?.help)
    .findLast((help) => help !== undefined)
  if (chapter === undefined) return null
  return (
    <Tooltip label={t('help')}>
      <ActionIcon component={Link} to={paths.help({ chapter })} size="lg" visibleFrom="sm" data-tour="help" aria-label={t('help')}>
        <IconHelp size={20} />
      </ActionIcon>
    </Tooltip>
  )
}

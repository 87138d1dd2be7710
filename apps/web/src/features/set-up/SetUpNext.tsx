import { getSetUp } from '@heddle/contracts/system'
import { Title } from '@mantine/core'
import { type Icon, IconSchool, IconServer, IconSitemap } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usePermission } from '#entities/session/session.queries.ts'
import { call } from '#shared/api/client.ts'
import { paths } from '#shared/paths.ts'
import { ActionCard, ActionCards } from '#shared/ui/buttons/ActionCard.tsx'

const setUpQuery = queryOptions({
  queryKey: ['set-up'],
  queryFn: ({ signal }) => call(getSetUp, { signal }),
  select: ({ set_up: setUp }) => setUp,
  // A step is done on another page, and may be so in seconds.
  staleTime: 0,
  // The home page is still useful without it.
  meta: { silent: true },
})

const steps = [
  { key: 'model', to: paths.models(), icon: IconServer },
  { key: 'workflow', to: paths.createWorkflow(), icon: IconSitemap },
  { key: 'assistant', to: paths.createAssistant(), icon: IconSchool },
] as const satisfies readonly { key: string; to: string; icon: Icon }[]

/** What an administrator of a new installation sets up; each step is gone once it is done. */
export function SetUpNext() {
  const { t } = useTranslation('home')
  const mayAdminister = usePermission('administer')
  const { data } = useQuery({ ...setUpQuery, enabled: mayAdminister })
  const open = data ? steps.filter(({ key }) => !data[key]) : []
  if (open.length === 0) return null
  return (
    <section aria-labelledby="set-up-next">
      <Title order={2} id="set-up-next" fz="md" mb="sm">
        {t('setUp.heading')}
      </Title>
      <ActionCards>
        {open.map(({ key, to, icon }) => (
          <ActionCard key={key} to={to} icon={icon} title={t(`setUp.${key}`)} hint={t(`setUp.${key}Hint`)} />
        ))}
      </ActionCards>
    </section>
  )
}

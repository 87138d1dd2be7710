import { getSetUp } from '@heddle/contracts/system/system'
import { Button, Group, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { type Icon, IconBooks, IconGauge, IconSchool, IconServer, IconSitemap, IconUsers } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usePermission } from '#entities/auth/session.queries.ts'
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

/** Returns what an administrator's institute has, without asking for others. */
export function useSetUp() {
  const mayAdminister = usePermission('administer')
  return useQuery({ ...setUpQuery, enabled: mayAdminister })
}

const steps = [
  { key: 'model', to: paths.models(), icon: IconServer },
  { key: 'knowledge', to: paths.createCollection(), icon: IconBooks },
  { key: 'workflow', to: paths.createWorkflow(), icon: IconSitemap },
  { key: 'assistant', to: paths.createAssistant(), icon: IconSchool },
  { key: 'people', to: paths.users(), icon: IconUsers },
  { key: 'limits', to: paths.limits(), icon: IconGauge },
] as const satisfies readonly { key: string; to: string; icon: Icon }[]

/** Without these no expert of the institute answers; an institute may do without the others. */
const needed = ['model', 'workflow', 'assistant'] as const

/** What an administrator of a new installation sets up; each step is gone once it is done, and the rest when it is hidden. */
export function SetUpNext() {
  const { t } = useTranslation('home')
  const [isHidden, setIsHidden] = useLocalStorage({ key: 'heddle.set-up-hidden', defaultValue: false, getInitialValueInEffect: false })
  const { data } = useSetUp()
  const open = data ? steps.filter(({ key }) => !data[key]) : []
  if (!data || open.length === 0) return null
  const mayHide = needed.every((key) => data[key])
  if (mayHide && isHidden) return null
  return (
    <section aria-labelledby="set-up-next">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="set-up-next" fz="md" data-tour="set-up">
          {t('setUp.heading')}
        </Title>
        {mayHide && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setIsHidden(true)}>
            {t('setUp.hide')}
          </Button>
        )}
      </Group>
      <ActionCards>
        {open.map(({ key, to, icon }) => (
          <ActionCard key={key} to={to} icon={icon} title={t(`setUp.${key}`)} hint={t(`setUp.${key}Hint`)} />
        ))}
      </ActionCards>
    </section>
  )
}

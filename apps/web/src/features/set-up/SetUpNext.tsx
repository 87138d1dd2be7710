import { getSetUp } from '@heddle/contracts/system'
import { Text, Title } from '@mantine/core'
import { IconBinaryTree, IconChevronRight, IconSchool, IconServer, type Icon } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePermission } from '#entities/session/session.queries.ts'
import { call } from '#shared/api/client.ts'
import { paths } from '#shared/paths.ts'
import classes from './SetUpNext.module.css'

const setUpQuery = queryOptions({
  queryKey: ['set-up'],
  queryFn: ({ signal }) => call(getSetUp, { signal }),
  select: ({ set_up: setUp }) => setUp,
  // The home page is still useful without it.
  meta: { silent: true },
})

const steps = [
  { key: 'model', to: paths.models(), StepIcon: IconServer },
  { key: 'workflow', to: paths.createWorkflow(), StepIcon: IconBinaryTree },
  { key: 'assistant', to: paths.createAssistant(), StepIcon: IconSchool },
] as const satisfies readonly { key: string; to: string; StepIcon: Icon }[]

/** What an administrator of a new installation sets up; each step is gone once it is done. */
export function SetUpNext() {
  const { t } = useTranslation('home')
  const mayAdminister = usePermission('administer')
  const { data } = useQuery({ ...setUpQuery, enabled: mayAdminister })
  const open = data ? steps.filter(({ key }) => !data[key]) : []
  if (open.length === 0) return null
  return (
    <section aria-labelledby="set-up-next">
      <Title order={2} size="h4" id="set-up-next" mb="sm">
        {t('setUp.heading')}
      </Title>
      <ul className={classes.steps}>
        {open.map(({ key, to, StepIcon }) => (
          <li key={key}>
            <Link to={to} className={classes.step}>
              <StepIcon size={22} aria-hidden />
              <span className={classes.words}>
                <Text component="span" fw={600}>
                  {t(`setUp.${key}`)}
                </Text>
                <Text component="span" size="sm" c="dimmed">
                  {t(`setUp.${key}Hint`)}
                </Text>
              </span>
              <IconChevronRight size={18} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

import type { Assistant } from '@heddle/contracts/assistant/assistant'
import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AssistantCard } from './AssistantCard.tsx'
import classes from './AssistantCard.module.css'

export function AssistantGrid({ assistants }: { assistants: readonly Assistant[] }) {
  return (
    <ul className={classes.grid}>
      {assistants.map((assistant) => (
        <li key={assistant.id}>
          <AssistantCard assistant={assistant} />
        </li>
      ))}
    </ul>
  )
}

export function AssistantGridSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={classes.grid} role="status" aria-label={t('loading')}>
      {[0, 1, 2].map((card) => (
        <Skeleton key={card} height={188} radius="lg" />
      ))}
    </div>
  )
}

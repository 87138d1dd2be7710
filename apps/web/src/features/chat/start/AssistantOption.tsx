import type { Assistant } from '@heddle/contracts/assistant/assistant'
import { UnstyledButton } from '@mantine/core'
import { AssistantMark } from '#entities/assistant/AssistantMark.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import classes from './Start.module.css'

type AssistantOptionProps = { assistant: Assistant; onChoose: (assistant: Assistant) => void }

export function AssistantOption({ assistant, onChoose }: AssistantOptionProps) {
  const localized = useLocalized()
  const name = localized(assistant.name)
  return (
    <UnstyledButton className={classes.option} onClick={() => onChoose(assistant)}>
      <AssistantMark assistant={assistant} />
      <span className={classes.optionText}>
        <span className={classes.optionName}>{name}</span>
        <span className={classes.optionDescription}>{localized(assistant.description)}</span>
      </span>
    </UnstyledButton>
  )
}

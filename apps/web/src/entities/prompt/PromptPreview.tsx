import type { PromptVariable } from '@heddle/contracts/prompt/prompt'
import { cutPrompt } from '@heddle/contracts/prompt/prompt-template'
import { Text } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import classes from './PromptPreview.module.css'

type PromptPreviewProps = { text: string; variables: readonly PromptVariable[]; values: ReadonlyMap<string, string> }

/** A prompt with the values in it; a variable without one is shown by its name. */
export function PromptPreview({ text, variables, values }: PromptPreviewProps) {
  const { t } = useTranslation('prompt')
  const localized = useLocalized()
  const id = useId()
  const findName = (key: string) => {
    const label = variables.find((variable) => variable.key === key)?.label
    return label && localized(label)
  }
  return (
    <section aria-labelledby={id}>
      <Text id={id} size="sm" fw={550} mb={4}>
        {t('preview')}
      </Text>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
      <div className={classes.text} role="group" tabIndex={0} aria-labelledby={id}>
        {cutPrompt(text).map(({ text: written, key }, index) => {
          const value = key === null ? undefined : values.get(key)
          const name = key === null ? undefined : findName(key)
          if (key === null || name === undefined) return <span key={index}>{written}</span>
          return value ? (
            <mark key={index} className={classes.value}>
              {value}
            </mark>
          ) : (
            <span key={index} className={classes.open}>
              {name}
            </span>
          )
        })}
      </div>
    </section>
  )
}

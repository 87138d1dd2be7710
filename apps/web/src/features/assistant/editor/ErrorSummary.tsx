import { Alert, Anchor } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './AssistantForm.module.css'

/** Names the part of the form that holds a field: the elements that have it as `data-field` lead to it. */
const toPart = (path: string) =>
  (path.startsWith('recommended_questions.') ? path.split('.').slice(0, 3).join('.') : path.split('.')[0]) ?? ''

function focusPart(part: string) {
  const holder = document.querySelector(`[data-field="${part}"]`)
  const field = holder?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? holder?.querySelector<HTMLElement>('input, textarea, button')
  field?.focus()
}

type ErrorSummaryProps = { errors: FormErrors; describe: (part: string) => string }

/** What is wrong with the form, with a link to each field. */
export function ErrorSummary({ errors, describe }: ErrorSummaryProps) {
  const { t } = useTranslation('assistant')
  const parts = [...new Set(Object.keys(errors).map(toPart))]
  if (parts.length === 0) return null
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertTriangle />} title={t('editor.check')} mb="md">
      <ul className={classes.problems}>
        {parts.map((part) => (
          <li key={part}>
            <Anchor component="button" type="button" size="sm" c="inherit" underline="always" onClick={() => focusPart(part)}>
              {describe(part)}
            </Anchor>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

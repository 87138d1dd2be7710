import { Button, Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../ui/states/ErrorAlert.tsx'
import classes from './FormActions.module.css'
import type { Values } from './paths.ts'
import type { ContractForm } from './use-contract-form.tsx'

type FormActionsProps<V extends Values> = {
  form: ContractForm<V>
  submitLabel?: string
  /** In sight at any height of the form, whose child this is then. */
  isSticky?: boolean
}

/** The footer of a form on a page: the error, and the buttons that save and discard. */
export function FormActions<V extends Values>({ form, submitLabel, isSticky = false }: FormActionsProps<V>) {
  const { t } = useTranslation()
  return (
    <Stack gap="md" className={isSticky ? classes.sticky : undefined}>
      <ErrorAlert error={form.problem} />
      <Group gap="xs">
        <Button type="submit" loading={form.isSaving}>
          {submitLabel ?? t('save')}
        </Button>
        {form.isDirty() && (
          <Button variant="subtle" color="gray" disabled={form.isSaving} onClick={form.reset}>
            {t('discard')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

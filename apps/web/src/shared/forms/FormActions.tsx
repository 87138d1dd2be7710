import { Button, Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import type { Values } from './paths.ts'
import type { ContractForm } from './use-contract-form.tsx'

/** The end of a form that is part of a page: what failed, save, and the way back to what is saved. */
export function FormActions<V extends Values>({ form, submitLabel }: { form: ContractForm<V>; submitLabel?: string }) {
  const { t } = useTranslation()
  return (
    <Stack gap="md">
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

import { Switch, type SwitchProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#shared/api/errors.ts'

export const isDuplicate = (error: unknown): boolean => error instanceof ApiError && error.code === 'SOURCE_DUPLICATE'

/** Adds what the collection has already; shown once the service has said so. */
export function DuplicateSwitch(props: SwitchProps) {
  const { t } = useTranslation('knowledge')
  return <Switch label={t('addSource.duplicate')} {...props} />
}

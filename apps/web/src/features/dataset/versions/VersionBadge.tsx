import type { DatasetVersionState } from '@heddle/contracts/dataset/dataset'
import { Badge, Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const colors: Readonly<Record<DatasetVersionState, string>> = { building: 'blue', active: 'teal', retired: 'gray', failed: 'red' }

export function VersionBadge({ state }: { state: DatasetVersionState }) {
  const { t } = useTranslation('dataset')
  return (
    <Badge
      variant="dot"
      color={colors[state]}
      tt="none"
      fw={500}
      rightSection={state === 'building' ? <Loader size={12} aria-hidden /> : undefined}
      style={{ maxWidth: 'none', minWidth: 'max-content' }}
    >
      {t(`versionState.${state}`)}
    </Badge>
  )
}

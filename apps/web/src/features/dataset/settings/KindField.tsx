import { DatasetKind } from '@heddle/contracts/dataset/dataset'
import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type KindFieldProps = { value: DatasetKind; onChange: (kind: DatasetKind) => void }

/** What the rows of a new dataset are, which cannot be changed later. */
export function KindField({ value, onChange }: KindFieldProps) {
  const { t } = useTranslation('dataset')
  return (
    <Radio.Group label={t('kind.label')} value={value} onChange={(kind) => onChange(DatasetKind.parse(kind))}>
      <Stack gap="sm" mt={8}>
        {DatasetKind.options.map((kind) => (
          <Radio key={kind} value={kind} label={t(`kind.${kind}`)} description={t(`kind.${kind}Hint`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

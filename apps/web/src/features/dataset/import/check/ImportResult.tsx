import type { Dataset } from '@heddle/contracts/dataset/dataset'
import type { DatasetImport } from '@heddle/contracts/dataset/import'
import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSentences } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { Section } from '#shared/ui/layout/Section.tsx'
import { CountList } from './CountList.tsx'

type ImportResultProps = { dataset: Dataset; read: DatasetImport; onAgain: () => void }

/** What was written into the draft, and the ways on. */
export function ImportResult({ dataset, read: { file_name: name, counts, mode }, onAgain }: ImportResultProps) {
  const { t } = useTranslation('import')
  const sentences = useSentences()
  return (
    <Section title={t('done.title')}>
      <Stack gap="md">
        <Alert color="teal" variant="outline" icon={<IconCircleCheck />} role="status">
          {sentences([t('done.message', { name }), t('done.hint')])}
        </Alert>
        {counts && mode && <CountList counts={counts} mode={mode} />}
        <Group gap="xs">
          <Button component={Link} data-focus-home to={paths.dataset(dataset.id)}>
            {t('done.rows')}
          </Button>
          <Button variant="default" onClick={onAgain}>
            {t('done.again')}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

import { downloadDatasetImportTemplate } from '@heddle/contracts/dataset/import'
import { limits } from '@heddle/contracts/limits'
import { Alert, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconDownload, IconFileTypeCsv, IconPlayerStop, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNumberText } from '#i18n/use-language.ts'
import { DropArea } from '#shared/files/DropArea.tsx'
import { useDownload } from '#shared/files/use-download.ts'
import { useFileSize } from '#shared/files/use-file-size.ts'
import { useUnsaved } from '#shared/forms/unsaved.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { useCreateImport } from '../import.queries.ts'
import classes from '../import.module.css'

const acceptedFiles = '.csv,.tsv,.txt,.xlsx'
const megabytes = limits.datasetFileBytes / 1024 / 1024

type ChooseFileProps = { datasetId: string; onOpen: (importId: string) => void }

/** Uploads a file that was chosen or dropped; a template has the headers of the dataset. */
export function ChooseFile({ datasetId, onOpen }: ChooseFileProps) {
  const { t } = useTranslation('import')
  const numberText = useNumberText()
  const fileSize = useFileSize()
  const { create, sent, cancel } = useCreateImport(datasetId)
  const template = useDownload(downloadDatasetImportTemplate, 'text/csv')
  const [refusal, setRefusal] = useState<'empty' | 'tooLarge' | null>(null)
  const { variables: file } = create
  useUnsaved(create.isPending)

  function handleFile(chosen: File | undefined | null) {
    if (!chosen || create.isPending) return
    const problem = chosen.size === 0 ? 'empty' : chosen.size > limits.datasetFileBytes ? 'tooLarge' : null
    setRefusal(problem)
    create.reset()
    if (problem === null) create.mutate(chosen, { onSuccess: ({ id }) => onOpen(id) })
  }

  if (create.isPending && file) {
    return (
      <Section title={t('file.uploading', { name: file.name })} hint={fileSize(file.size)}>
        <Progress value={100 * sent} animated={sent >= 1} aria-label={t('file.uploading', { name: file.name })} />
        <Group justify="flex-end" mt="sm">
          <Button variant="default" data-focus-home leftSection={<IconPlayerStop size={18} aria-hidden />} onClick={cancel}>
            {t('cancel')}
          </Button>
        </Group>
      </Section>
    )
  }
  return (
    <Section
      title={t('file.title')}
      hint={t('file.hint')}
      aside={
        <Button
          variant="default"
          loading={template.isDownloading}
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => template.download({ request: { params: { id: datasetId } }, fileName: `${t('file.templateName')}.csv` })}
        >
          {t('file.template')}
        </Button>
      }
    >
      <Stack gap="md">
        {refusal && (
          <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert">
            {t(`file.refused.${refusal}`, { megabytes })}
          </Alert>
        )}
        <ErrorAlert error={create.error} />
        <Stack className={classes.drop} align="center" gap="sm">
          <IconFileTypeCsv size={36} stroke={1.4} aria-hidden />
          <Text fw={600}>{t('file.drop')}</Text>
          <FileButton accept={acceptedFiles} onChange={handleFile}>
            {(props) => (
              <Button {...props} data-focus-home leftSection={<IconUpload size={18} aria-hidden />}>
                {t('file.choose')}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed" maw={520}>
            {t('file.limit', { rows: numberText(limits.datasetRows), columns: limits.datasetColumns, megabytes })}
          </Text>
        </Stack>
        <DropArea hint={t('file.dropHint')} onDrop={({ files }) => handleFile(files[0])} />
      </Stack>
    </Section>
  )
}

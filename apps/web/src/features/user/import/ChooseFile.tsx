import { languages } from '@heddle/contracts/languages'
import { limits } from '@heddle/contracts/limits'
import { importColumns } from '@heddle/contracts/user/user-import'
import { Alert, Button, FileButton, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconDownload, IconFileTypeCsv } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage, useListText, useNumberText } from '#i18n/use-language.ts'
import { saveCsv } from '#shared/files/csv.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import classes from './Import.module.css'
import type { CsvRefusal } from '#shared/files/read-csv-file.ts'

type ChooseFileProps = { refusal: CsvRefusal | undefined; error: unknown; onFile: (file: File) => void; children: ReactNode }

const megabytes = limits.importBytes / 1024 / 1024

export function ChooseFile({ refusal, error, onFile, children }: ChooseFileProps) {
  const { t } = useTranslation('user')
  const listText = useListText()
  const numberText = useNumberText()
  const { language } = useLanguage()
  const [isOver, setIsOver] = useState(false)

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }

  function handleTemplate() {
    const example = { name: t('import.example.name'), email: 'name@example.org', account: 'name', language, groups: '' }
    saveCsv(`${t('import.templateFile')}.csv`, [importColumns, importColumns.map((column) => example[column])])
  }

  return (
    <Stack gap="md">
      <Text size="sm">{t('import.hint')}</Text>
      <dl className={classes.columns}>
        {importColumns.map((column) => (
          <div key={column}>
            <dt>
              <code translate="no">{column}</code>
            </dt>
            <dd>{t(`import.about.${column}`, { codes: listText(languages) })}</dd>
          </div>
        ))}
      </dl>
      <div>
        <Button variant="light" size="xs" leftSection={<IconDownload size={16} aria-hidden />} onClick={handleTemplate}>
          {t('import.template')}
        </Button>
      </div>
      {children}
      {refusal && (
        <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert">
          {t(`import.refused.${refusal}`, { size: megabytes })}
        </Alert>
      )}
      <ErrorAlert error={error ?? null} />
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={handleDrop}
      >
        <IconFileTypeCsv size={36} stroke={1.4} aria-hidden />
        <Text size="sm">{t('import.drop')}</Text>
        <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={(file) => file && onFile(file)}>
          {(props) => (
            <Button {...props} variant="default">
              {t('import.choose')}
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed">
          {t('import.limit', { rows: numberText(limits.importRows), size: megabytes })}
        </Text>
      </div>
    </Stack>
  )
}

import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { decodeFile, type Encoding, encodings } from '#shared/files/decode-file.ts'
import classes from './Import.module.css'
import { ProblemTable } from './ProblemTable.tsx'
import type { Checked } from './use-import.ts'
import type { CsvFile } from '#shared/files/read-csv-file.ts'

type CheckedFileProps = {
  file: CsvFile
  checked: Checked
  error: unknown
  onEncoding: (encoding: Encoding) => void
  onOtherFile: () => void
  onCreate: () => void
  children: ReactNode
}

/** The result of the check, before any user is created. */
export function CheckedFile({ file, checked, error, onEncoding, onOtherFile, onCreate, children }: CheckedFileProps) {
  const { t } = useTranslation('user')
  const { rows, problems, problemCount } = checked
  const isGood = problemCount === 0
  const preview = decodeFile(file.bytes.subarray(0, 2_000), file.encoding).split(/\r?\n/).slice(0, 3).join('\n')

  return (
    <Stack gap="md">
      {isGood ? (
        <Alert color="teal" variant="outline" icon={<IconCircleCheck />} role="status">
          {t('import.ready', { count: rows })}
        </Alert>
      ) : (
        <Alert color="red" variant="light" icon={<IconAlertTriangle />} role="alert" title={t('import.bad', { count: problemCount })}>
          {t('import.badHint')}
        </Alert>
      )}
      <div className={classes.file}>
        <Group justify="space-between" gap="xs" mb={6}>
          <Text size="sm" fw={600} truncate maw="100%">
            {file.name}
          </Text>
          <NativeSelect
            size="xs"
            aria-label={t('import.encoding')}
            value={file.encoding}
            data={encodings.map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={(event) => onEncoding(event.currentTarget.value as Encoding)}
          />
        </Group>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reached by the keyboard. */}
        <pre translate="no" aria-label={t('import.preview')} tabIndex={0} className={classes.preview}>
          {preview}
        </pre>
        <Text size="xs" c="dimmed">
          {t('import.encodingHint')}
        </Text>
      </div>
      {children}
      {!isGood && <ProblemTable problems={problems} count={problemCount} />}
      <ErrorAlert error={error ?? null} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus={!isGood || undefined} onClick={onOtherFile}>
          {t('import.otherFile')}
        </Button>
        {isGood && (
          <Button data-autofocus onClick={onCreate}>
            {t('import.create', { count: rows })}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

import type { EndpointResponse } from '@heddle/contracts/endpoint'
import type { importCollectionQuestions, QuestionProblem } from '@heddle/contracts/retrieval/question'
import { questionColumns } from '@heddle/contracts/retrieval/question'
import { Alert, Button, FileButton, Group, Stack, Table, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage, useSentences } from '#i18n/use-language.ts'
import { saveCsv } from '#shared/files/csv.ts'
import { decodeFile } from '#shared/files/decode-file.ts'
import { type CsvRefusal, readCsvFile } from '#shared/files/read-csv-file.ts'
import { notify } from '#shared/notify/notify.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { useImportCollectionQuestions } from './questions.queries.ts'
import classes from './questions.module.css'

type Checked = { readonly csv: string; readonly result: EndpointResponse<typeof importCollectionQuestions> }

type ImportQuestionsDialogProps = { collectionId: string; onClose: () => void }

/** Checks a CSV of questions, then adds them, all or none. Mount a new one for each opening. */
export function ImportQuestionsDialog({ collectionId, onClose }: ImportQuestionsDialogProps) {
  const { t } = useTranslation('retrieval')
  const { language } = useLanguage()
  const sentences = useSentences()
  const [refusal, setRefusal] = useState<CsvRefusal | null>(null)
  const [checked, setChecked] = useState<Checked | null>(null)
  const { mutateAsync, isPending, error } = useImportCollectionQuestions(collectionId)

  async function handleFile(file: File) {
    setChecked(null)
    const read = await readCsvFile(file, language)
    setRefusal(typeof read === 'string' ? read : null)
    if (typeof read === 'string') return
    const csv = decodeFile(read.bytes, read.encoding)
    setChecked({ csv, result: await mutateAsync({ csv, dry_run: true }) })
  }

  async function handleImport(csv: string) {
    const result = await mutateAsync({ csv })
    // A source may have been renamed since the check.
    if (result.problems.length > 0) return setChecked({ csv, result })
    notify({ kind: 'success', message: t('questions.import.done', { count: result.added }), timeout: 2_500 })
    onClose()
  }

  const isReady = checked !== null && checked.result.problems.length === 0
  return (
    <Dialog isOpen title={t('questions.import.title')} maxWidth={640} isBusy={isPending} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('questions.import.hint')}</Text>
        <Group gap="xs">
          <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={(file) => file && void handleFile(file).catch(() => undefined)}>
            {(props) => (
              <Button {...props} variant={checked === null ? 'filled' : 'default'} loading={isPending && checked === null}>
                {t(checked === null ? 'questions.import.choose' : 'questions.import.chooseOther')}
              </Button>
            )}
          </FileButton>
          <Button
            variant="subtle"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveCsv('questions.csv', [questionColumns])}
          >
            {t('questions.import.template')}
          </Button>
        </Group>
        {refusal && (
          <Alert color="red" variant="light" icon={<IconAlertTriangle />} role="alert">
            {t(`questions.import.refused.${refusal}`)}
          </Alert>
        )}
        <ErrorAlert error={error} />
        {checked && isReady && (
          <Alert color="teal" variant="outline" icon={<IconCircleCheck />} role="status">
            {sentences([
              t('questions.import.ready', { count: checked.result.added }),
              ...(checked.result.known > 0 ? [t('questions.import.known', { count: checked.result.known })] : []),
            ])}
          </Alert>
        )}
        {checked && !isReady && <Problems problems={checked.result.problems} />}
        {checked && isReady && checked.result.added > 0 && (
          <Group justify="flex-end">
            <Button loading={isPending} onClick={() => void handleImport(checked.csv).catch(() => undefined)}>
              {t('questions.import.submit', { count: checked.result.added })}
            </Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  )
}

function Problems({ problems }: { problems: readonly QuestionProblem[] }) {
  const { t } = useTranslation('retrieval')
  const titles = ['line', 'column', 'value', 'reason'] as const
  return (
    <>
      <Alert color="red" variant="light" icon={<IconAlertTriangle />} role="alert">
        {t('questions.import.bad', { count: problems.length })}
      </Alert>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reached by the keyboard. */}
      <div className={classes.problems} tabIndex={0} role="region" aria-label={t('questions.import.reason')}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {titles.map((title) => (
                <Table.Th key={title} scope="col">
                  {t(`questions.import.${title}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {problems.map(({ line, column, value, problem }) => (
              <Table.Tr key={`${line} ${column} ${problem} ${value}`}>
                <Table.Td>{line}</Table.Td>
                <Table.Td>{column && <code translate="no">{column}</code>}</Table.Td>
                <Table.Td>{value}</Table.Td>
                <Table.Td>{t(`questions.import.problem.${problem}`)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </>
  )
}

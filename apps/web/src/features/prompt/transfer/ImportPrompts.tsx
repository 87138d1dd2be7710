import type { PromptFileProblem } from '@heddle/contracts/prompt/prompt'
import { Alert, Button, FileButton, Group, List, Stack, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useFileSize } from '#shared/files/use-file-size.ts'
import { useUnsaved } from '#shared/forms/unsaved.ts'
import { ApiError } from '#shared/api/errors.ts'
import { notify } from '#shared/notify/notify.ts'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { type PromptOwner, ScopeFields } from '../edit/ScopeFields.tsx'
import { useImportPrompts } from '../prompt-edit.queries.ts'

/** Opens the import of a file of prompts. */
export function ImportPrompts() {
  const { t } = useTranslation('prompt')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconUpload size={18} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('transfer.import')}
      </Button>
      {isOpen && <ImportPromptsDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function ImportPromptsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('prompt')
  const { t: tCommon } = useTranslation()
  const formatSize = useFileSize()
  const create = useImportPrompts()
  const [file, setFile] = useState<File | null>(null)
  const [owner, setOwner] = useState<PromptOwner>({ scope: 'mine' })
  const { isPending } = create
  useUnsaved(isPending)
  const reason = file === null ? t('transfer.chooseFirst') : owner.group_id === '' ? t('suggest.chooseFirst') : null

  function handleImport() {
    if (file === null) return
    create.mutate(
      { file, ...owner },
      {
        onSuccess: ({ created }) => {
          notify({ kind: 'success', message: t('transfer.imported', { count: created }) })
          onClose()
        },
      },
    )
  }

  return (
    <Dialog isOpen title={t('transfer.importTitle')} maxWidth={560} persistent={isPending} isBusy={isPending} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('transfer.importHint')}</Text>
        <Group gap="sm">
          <FileButton
            accept="application/json,text/csv,.json,.csv"
            onChange={(chosen) => {
              create.reset()
              if (chosen) setFile(chosen)
            }}
          >
            {(props) => (
              <Button {...props} variant="default" disabled={isPending} leftSection={<IconUpload size={18} aria-hidden />}>
                {t(file ? 'transfer.chooseAnother' : 'transfer.choose')}
              </Button>
            )}
          </FileButton>
          {file && (
            <Text size="sm">
              {file.name} · {formatSize(file.size)}
            </Text>
          )}
        </Group>
        <ScopeFields value={owner} disabled={isPending} onChange={setOwner} />
        <ErrorAlert error={create.error} />
        <FileProblems error={create.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={isPending} onClick={onClose}>
            {tCommon('cancel')}
          </Button>
          <ReasonedButton reason={reason} loading={isPending} onClick={handleImport}>
            {t('transfer.import')}
          </ReasonedButton>
        </Group>
      </Stack>
    </Dialog>
  )
}

const reasons = [
  'unknown_variable',
  'duplicate_key',
  'choices_missing',
  'not_for_type',
  'default_invalid',
  'invalid',
] as const satisfies readonly PromptFileProblem['reason'][]
const Problems = z.array(z.object({ number: z.int(), name: z.string(), path: z.string(), reason: z.enum(reasons) }))

/** The prompts of a file that are wrong, for which none was added. */
function FileProblems({ error }: { error: unknown }) {
  const { t } = useTranslation('prompt')
  const problems = error instanceof ApiError ? (Problems.safeParse(error.params['problems']).data ?? []) : []
  if (problems.length === 0) return null
  return (
    <Alert color="yellow" variant="light" title={t('transfer.problems')}>
      <List size="sm">
        {problems.map(({ number, name, path, reason }) => (
          <List.Item key={`${number} ${path} ${reason}`}>
            {t('transfer.problem', { number, name, path, reason: t(`problem.${reason}`) })}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

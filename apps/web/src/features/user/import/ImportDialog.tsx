import { Alert, Button, Group, Progress, Stack, Stepper, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ImportedUser } from '@heddle/contracts/user/user-import'
import { usePermission } from '#entities/auth/session.queries.ts'
import { useNumberText } from '#i18n/use-language.ts'
import { saveCsv } from '#shared/files/csv.ts'
import { useUnsaved } from '#shared/forms/unsaved.ts'
import { confirm } from '#shared/notify/confirm.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { CheckedFile } from './CheckedFile.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import { NewGroupsChoice } from './NewGroupsChoice.tsx'
import { type ImportState, useImport } from './use-import.ts'

const findStepIndex = (state: ImportState) => (state.step === 'choose' ? 0 : state.step === 'checking' || state.step === 'checked' ? 1 : 2)

/** Mount a new one for each opening. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('user')
  const { t: common } = useTranslation()
  const numberText = useNumberText()
  const { state, chooseFile, chooseEncoding, createsGroups, chooseGroups, create, chooseAnother, markDownloaded } = useImport()
  const mayCreateGroups = usePermission('manage_groups')
  const holdsPasswords = state.step === 'done' && !state.isDownloaded
  useUnsaved(holdsPasswords || state.step === 'creating')

  async function handleClose() {
    if (state.step === 'creating') return
    if (holdsPasswords) {
      const question = { title: t('import.leave.title'), message: t('import.leave.message'), confirmLabel: t('import.leave.confirm') }
      if (!(await confirm({ ...question, danger: true, width: 420 }))) return
    }
    onClose()
  }

  function handleDownload(users: ImportedUser[]) {
    const header = [t('field.email'), t('field.account'), t('field.password')]
    saveCsv(`${t('import.passwordsFile')}.csv`, [header, ...users.map(({ email, account, password }) => [email, account, password])])
    markDownloaded(users)
  }

  return (
    <Dialog
      isOpen
      title={t('import.title')}
      maxWidth={720}
      persistent
      isBusy={state.step === 'creating'}
      onClose={() => void handleClose()}
    >
      <Stack gap="lg">
        <Stepper active={findStepIndex(state)} size="xs" iconSize={28} allowNextStepsSelect={false} wrap={false}>
          {(['file', 'check', 'passwords'] as const).map((step, index) => (
            <Stepper.Step
              key={step}
              label={t(`import.step.${step}`)}
              component="div"
              tabIndex={-1}
              aria-current={index === findStepIndex(state) ? 'step' : undefined}
            />
          ))}
        </Stepper>
        <VisuallyHidden role="status">{state.step === 'checking' && t('import.checking')}</VisuallyHidden>
        {state.step === 'checking' && <Progress value={100} animated aria-label={t('import.checking')} />}
        {state.step === 'choose' && (
          <ChooseFile refusal={state.refusal} error={state.error} onFile={(file) => void chooseFile(file)}>
            {mayCreateGroups && <NewGroupsChoice isChosen={createsGroups} onChange={(creates) => void chooseGroups(creates)} />}
          </ChooseFile>
        )}
        {state.step === 'checked' && (
          <CheckedFile
            file={state.file}
            checked={state.checked}
            error={state.error}
            onEncoding={(encoding) => void chooseEncoding(state.file, encoding)}
            onOtherFile={chooseAnother}
            onCreate={() => void create(state.file, state.checked)}
          >
            {mayCreateGroups && (createsGroups || state.checked.problems.some(({ problem }) => problem === 'unknown_group')) && (
              <NewGroupsChoice
                isChosen={createsGroups}
                names={state.checked.newGroups}
                onChange={(creates) => void chooseGroups(creates, state.file)}
              />
            )}
          </CheckedFile>
        )}
        {state.step === 'creating' && (
          <Stack gap="xs">
            <Text size="sm" fw={600}>
              {t('import.creating', { done: numberText(state.done), total: numberText(state.total) })}
            </Text>
            <Progress size="lg" value={state.total === 0 ? 0 : (100 * state.done) / state.total} aria-label={t('import.step.passwords')} />
            <Text size="sm" c="dimmed">
              {t('import.creatingHint')}
            </Text>
          </Stack>
        )}
        {state.step === 'uncertain' && (
          <Alert color="red" variant="light" icon={<IconAlertTriangle />} role="alert">
            {t('import.broken')}
          </Alert>
        )}
        {state.step === 'done' && (
          <Alert
            color="teal"
            variant="outline"
            icon={<IconCircleCheck />}
            title={t('import.done', { count: state.users.length })}
            role="status"
          >
            {state.isDownloaded ? t('import.downloaded') : t('import.doneHint')}
          </Alert>
        )}
        {(state.step === 'done' || state.step === 'uncertain') && (
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => void handleClose()}>
              {common('close')}
            </Button>
            {state.step === 'done' && !state.isDownloaded && (
              <Button data-autofocus leftSection={<IconDownload size={18} aria-hidden />} onClick={() => handleDownload(state.users)}>
                {t('import.downloadPasswords')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Dialog>
  )
}

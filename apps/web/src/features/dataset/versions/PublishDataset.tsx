import { type Dataset, publishDataset } from '@heddle/contracts/dataset/dataset'
import { limits } from '@heddle/contracts/limits'
import { Alert, TextInput } from '@mantine/core'
import { IconAlertCircle, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#shared/api/errors.ts'
import { confirmLeave } from '#shared/forms/confirm-leave.ts'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { hasUnsaved } from '#shared/forms/unsaved.ts'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import { CellErrors } from '../CellErrors.tsx'
import { NearEqualNotice } from '../qa/NearEqualNotice.tsx'
import { usePublishDataset } from '../dataset-edit.queries.ts'
import { DraftChanges } from './DraftChanges.tsx'

/** The button that makes a version of the draft; disabled, it says why. */
export function PublishDataset({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('dataset')
  const { t: tForm } = useTranslation('form')
  const [isOpen, setIsOpen] = useState(false)
  const reason = dataset.columns.length === 0 ? t('publish.noColumns') : dataset.has_changes ? null : t('publish.unchanged')

  async function handleOpen() {
    // A version has none of the cells that could not be saved.
    if (!hasUnsaved() || (await confirmLeave(tForm))) setIsOpen(true)
  }

  return (
    <>
      <ReasonedButton reason={reason} leftSection={<IconUpload size={18} aria-hidden />} onClick={() => void handleOpen()}>
        {t('publish.action')}
      </ReasonedButton>
      {isOpen && <PublishDialog dataset={dataset} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function PublishDialog({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const { t } = useTranslation('dataset')
  const publish = usePublishDataset(dataset.id)
  const form = useContractForm({
    schema: publishDataset.schema.body.pick({ note: true }),
    initialValues: { note: '' },
    onSubmit: async ({ note }) => {
      const { number } = await publish.mutateAsync({ revision: dataset.revision, note })
      notify({ kind: 'success', message: t('publish.done', { number }) })
      onClose()
    },
  })
  const { problem } = form
  const unfit = problem instanceof ApiError && problem.code === 'DATASET_CELLS_INVALID' ? problem.params : null
  return (
    <FormDialog
      form={unfit ? { ...form, problem: null } : form}
      isOpen
      title={t('publish.title')}
      submitLabel={t('publish.action')}
      onClose={onClose}
    >
      <DraftChanges dataset={dataset} />
      {dataset.kind === 'qa' && <NearEqualNotice datasetId={dataset.id} onOpen={onClose} />}
      <TextInput
        label={t('publish.note')}
        description={t('publish.noteHint')}
        maxLength={limits.workflowNoteCharacters}
        data-autofocus
        {...form.getInputProps('note')}
      />
      {unfit && (
        <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />} role="alert" title={t('publish.unfit')}>
          <CellErrors datasetId={dataset.id} params={unfit} onOpen={onClose} />
        </Alert>
      )}
    </FormDialog>
  )
}

import { createFeedbackRow, type Feedback, type FeedbackRowKind } from '@heddle/contracts/feedback/feedback'
import { type Language, languageNames, languages } from '@heddle/contracts/languages'
import { limits } from '@heddle/contracts/limits'
import { Select, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DatasetSelect } from '#entities/dataset/DatasetSelect.tsx'
import { useLanguage } from '#i18n/use-language.ts'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { useCreateFeedbackRow } from './feedback.queries.ts'

/** What the conversation fills in, where the user included it. */
export type RowDraft = { question: string; answer: string }

type FeedbackRowDialogProps = {
  feedback: Feedback
  kind: FeedbackRowKind
  draft: RowDraft
  onChange: (feedback: Feedback) => void
  onClose: () => void
}

type Values = {
  updated_at: string
  row: { kind: FeedbackRowKind; dataset_id: string; question: string; language: Language; answer: string }
}

const languageOptions = languages.map((language) => ({ value: language, label: languageNames[language] }))

/** Writes the row that a feedback becomes. Mount a new one for each opening. */
export function FeedbackRowDialog({ feedback, kind, draft, onChange, onClose }: FeedbackRowDialogProps) {
  const { t } = useTranslation('feedback')
  const { language } = useLanguage()
  const create = useCreateFeedbackRow(feedback.id, onChange)
  const initialValues: Values = { updated_at: feedback.updated_at, row: { kind, dataset_id: '', language, ...draft } }
  const form = useContractForm({
    schema: createFeedbackRow.schema.body,
    initialValues,
    fieldOfCode: { DATASET_NOT_FOUND: 'row.dataset_id', DATASET_TOO_LARGE: 'row.dataset_id' },
    onSubmit: async (body) => {
      await create.mutateAsync(body)
      notify({ kind: 'success', message: t(`row.${kind}.added`), timeout: 1_500 })
      onClose()
    },
  })
  const { row } = form.values
  return (
    <FormDialog form={form} isOpen title={t(`row.${kind}.make`)} submitLabel={t('row.submit')} maxWidth={620} onClose={onClose}>
      <DatasetSelect
        label={t(`row.${kind}.dataset`)}
        required
        kind={kind}
        value={row.dataset_id === '' ? null : row.dataset_id}
        error={form.errors['row.dataset_id']}
        onChange={(id) => form.setFieldValue('row.dataset_id', id ?? '')}
      />
      <Textarea
        label={t('row.question')}
        description={draft.question === '' ? t('row.questionWithheld') : t('row.questionHint')}
        required
        autosize
        minRows={2}
        maxRows={8}
        data-autofocus
        maxLength={limits.datasetCellCharacters}
        {...form.getInputProps('row.question')}
      />
      <Select
        label={t('row.language')}
        allowDeselect={false}
        data={languageOptions}
        value={row.language}
        error={form.errors['row.language']}
        onChange={(value) => value !== null && form.setFieldValue('row.language', value)}
      />
      <Textarea
        label={t(`row.${kind}.answer`)}
        description={t(`row.${kind}.answerHint`)}
        required={kind === 'qa'}
        autosize
        minRows={4}
        maxRows={14}
        maxLength={limits.datasetCellCharacters}
        {...form.getInputProps('row.answer')}
      />
    </FormDialog>
  )
}

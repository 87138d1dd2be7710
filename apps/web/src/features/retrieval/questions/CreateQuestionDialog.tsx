import { type CollectionQuestion, createCollectionQuestion } from '@heddle/contracts/retrieval/question'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { QuestionFields, type QuestionValues } from './QuestionFields.tsx'
import { useCreateCollectionQuestion } from './questions.queries.ts'

/** What a found passage fills in. */
export type QuestionDraft = Pick<CollectionQuestion, 'text' | 'source' | 'passage'>

type CreateQuestionDialogProps = { collectionId: string; draft?: QuestionDraft; onClose: () => void }

/** Mount a new one for each opening. */
export function CreateQuestionDialog({ collectionId, draft, onClose }: CreateQuestionDialogProps) {
  const { t } = useTranslation('retrieval')
  const create = useCreateCollectionQuestion(collectionId)
  const { text = '', source = null, passage = null } = draft ?? {}
  const initialValues: QuestionValues = { question: { text, source_id: source?.id ?? '', passage, language: null, note: '' } }
  const form = useContractForm({
    schema: createCollectionQuestion.schema.body,
    initialValues,
    fieldOfCode: { SOURCE_NOT_FOUND: 'question.source_id' },
    onSubmit: async (body) => {
      await create.mutateAsync(body)
      notify({ kind: 'success', message: t('questions.added'), timeout: 1_500 })
      onClose()
    },
  })
  return (
    <FormDialog form={form} isOpen title={t('questions.add')} submitLabel={t('questions.submit')} maxWidth={560} onClose={onClose}>
      <QuestionFields collectionId={collectionId} form={form} source={source} />
    </FormDialog>
  )
}

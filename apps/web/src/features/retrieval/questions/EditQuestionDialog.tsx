import { CollectionQuestion, updateCollectionQuestion } from '@heddle/contracts/retrieval/question'
import { useTranslation } from 'react-i18next'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { useSourceWords } from '#entities/collection/use-source-words.ts'
import { QuestionFields } from './QuestionFields.tsx'
import { useUpdateCollectionQuestion } from './questions.queries.ts'

const toValues = ({ revision, text, source, passage, language, note }: CollectionQuestion) => ({
  revision,
  question: { text, source_id: source?.id ?? '', passage, language, note },
})

type EditQuestionDialogProps = { collectionId: string; question: CollectionQuestion; onClose: () => void }

/** Mount a new one for each opening. */
export function EditQuestionDialog({ collectionId, question, onClose }: EditQuestionDialogProps) {
  const { t } = useTranslation('retrieval')
  const { languages } = useSourceWords()
  const update = useUpdateCollectionQuestion(collectionId, question.id)
  const form = useContractForm({
    schema: updateCollectionQuestion.schema.body,
    initialValues: toValues(question),
    fieldOfCode: { SOURCE_NOT_FOUND: 'question.source_id' },
    revised: { entity: CollectionQuestion, toValues },
    onSubmit: async (body) => {
      await update.mutateAsync(body)
      notify({ kind: 'success', message: t('questions.saved'), timeout: 1_500 })
      onClose()
    },
  })

  function describeValue(path: string, value: unknown) {
    if (path !== 'question.language') return null
    return languages.find((known) => known.value === value)?.label ?? t('questions.field.languageDetected')
  }

  return (
    <>
      <FormDialog form={form} isOpen title={t('questions.edit')} maxWidth={560} onClose={onClose}>
        <QuestionFields collectionId={collectionId} form={form} source={question.source} />
      </FormDialog>
      <ConflictDialog
        conflict={form.conflict}
        labels={{
          'question.text': t('questions.field.text'),
          'question.source_id': t('questions.field.source'),
          'question.passage': t('questions.field.passage'),
          'question.language': t('questions.field.language'),
          'question.note': t('questions.field.note'),
        }}
        format={describeValue}
      />
    </>
  )
}

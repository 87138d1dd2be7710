import type { CollectionQuestion } from '@heddle/contracts/retrieval/question'
import type { SourceLanguage } from '@heddle/contracts/collection/source'
import { limits } from '@heddle/contracts/limits'
import { Select, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ContractForm } from '#shared/forms/use-contract-form.tsx'
import { SourceSelect } from '#entities/collection/SourceSelect.tsx'
import { useSourceWords } from '#entities/collection/use-source-words.ts'

export type QuestionValues = {
  question: { text: string; source_id: string; passage: string | null; language: SourceLanguage | null; note: string }
}

type QuestionFieldsProps<V extends QuestionValues> = {
  collectionId: string
  form: ContractForm<V>
  /** The title of the source that the form begins with. */
  source: CollectionQuestion['source']
}

export function QuestionFields<V extends QuestionValues>({ collectionId, form, source }: QuestionFieldsProps<V>) {
  const { t } = useTranslation('retrieval')
  const { languages } = useSourceWords()
  const { question } = form.values
  const set = <Field extends keyof QuestionValues['question']>(field: Field, value: QuestionValues['question'][Field]) =>
    form.setFieldValue(`question.${field}`, value as never)
  return (
    <>
      <TextInput
        label={t('questions.field.text')}
        required
        maxLength={limits.searchCharacters}
        data-autofocus
        {...form.getInputProps('question.text')}
      />
      <SourceSelect
        label={t('questions.field.source')}
        required
        collectionId={collectionId}
        value={question.source_id === '' ? null : question.source_id}
        chosenTitle={source?.title}
        error={form.errors['question.source_id']}
        onChange={(id) => set('source_id', id ?? '')}
      />
      <Textarea
        label={t('questions.field.passage')}
        description={t('questions.field.passageHint')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={limits.chunkCharacters}
        value={question.passage ?? ''}
        error={form.errors['question.passage']}
        onChange={(event) => set('passage', event.currentTarget.value === '' ? null : event.currentTarget.value)}
      />
      <Select
        label={t('questions.field.language')}
        placeholder={t('questions.field.languageDetected')}
        data={languages}
        clearable
        value={question.language}
        error={form.errors['question.language']}
        onChange={(language) => set('language', language)}
      />
      <TextInput label={t('questions.field.note')} maxLength={limits.questionNoteCharacters} {...form.getInputProps('question.note')} />
    </>
  )
}

import { limits } from '@heddle/contracts/limits'
import { setPersonalInstructions, PersonalInstructions } from '@heddle/contracts/preference/preference'
import { Skeleton, Stack, Switch, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { instructionsQuery } from '#entities/preference/preference.queries.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { FormActions } from '#shared/forms/FormActions.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { Section } from '#shared/ui/layout/Section.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { useSetInstructions } from './me.queries.ts'

/** The user's personal instructions: what goes along with each question. */
export function InstructionsSection() {
  const { t } = useTranslation('instruction')
  const { data, error, refetch } = useQuery(instructionsQuery)
  return (
    <Section title={t('section.title')} hint={t('section.hint')}>
      {data ? (
        <InstructionsForm instructions={data} />
      ) : error ? (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={220} />
      )}
    </Section>
  )
}

const toValues = ({ about_me, how_to_answer, in_new_chats, revision }: PersonalInstructions) => ({
  revision,
  instructions: { about_me, how_to_answer, in_new_chats },
})

function InstructionsForm({ instructions }: { instructions: PersonalInstructions }) {
  const { t } = useTranslation('instruction')
  const save = useSetInstructions()
  const form = useContractForm({
    schema: setPersonalInstructions.schema.body,
    initialValues: toValues(instructions),
    revised: { entity: PersonalInstructions, toValues },
    onSubmit: async (body) => {
      const saved = await save.mutateAsync(body)
      notify({ kind: 'success', message: t('section.saved'), timeout: 1_500 })
      return toValues(saved)
    },
  })
  const { about_me, how_to_answer } = form.values.instructions

  return (
    <form {...form.formProps}>
      <Stack gap="lg" maw={640}>
        <Textarea
          label={t('field.about')}
          description={<Hint text={t('field.aboutHint')} used={about_me.length} />}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={limits.personalInstructionsCharacters}
          {...form.getInputProps('instructions.about_me')}
        />
        <Textarea
          label={t('field.answer')}
          description={<Hint text={t('field.answerHint')} used={how_to_answer.length} />}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={limits.personalInstructionsCharacters}
          {...form.getInputProps('instructions.how_to_answer')}
        />
        <Switch
          label={t('field.newChats')}
          description={t('field.newChatsHint')}
          {...form.getInputProps('instructions.in_new_chats', { type: 'checkbox' })}
        />
        <FormActions form={form} />
      </Stack>
      <ConflictDialog
        conflict={form.conflict}
        labels={{
          'instructions.about_me': t('field.about'),
          'instructions.how_to_answer': t('field.answer'),
          'instructions.in_new_chats': t('field.newChats'),
        }}
      />
    </form>
  )
}

/** What belongs into a field, and how much of its room is used. */
function Hint({ text, used }: { text: string; used: number }) {
  const { t } = useTranslation('instruction')
  const { tag } = useLanguage()
  const max = limits.personalInstructionsCharacters
  return (
    <Text span inherit display="flex" style={{ justifyContent: 'space-between', gap: '1rem' }}>
      <span>{text}</span>
      <span style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
        {t('field.count', { used: used.toLocaleString(tag), most: max.toLocaleString(tag) })}
      </span>
    </Text>
  )
}

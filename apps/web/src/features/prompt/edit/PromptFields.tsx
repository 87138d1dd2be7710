import { limits } from '@heddle/contracts/limits'
import { Stack, TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { assistantQueries } from '#entities/assistant/assistants.queries.ts'
import { AssistantSelect } from '#entities/assistant/AssistantSelect.tsx'
import { PromptPreview } from '#entities/prompt/PromptPreview.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { LocalizedInput } from '#shared/forms/LocalizedInput.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import type { PromptForm } from './prompt-values.ts'
import { VariablesField } from './VariablesField.tsx'

/** What a prompt says, and what it asks for. */
export function PromptFields({ form }: { form: PromptForm }) {
  const { t } = useTranslation('prompt')
  const localized = useLocalized()
  const { text, variables, assistant_id: assistantId } = form.values.prompt
  const { data: assistant } = useQuery({
    ...assistantQueries.detail(assistantId ?? ''),
    enabled: assistantId !== null,
    meta: { silent: true },
  })
  const defaults = new Map(variables.flatMap(({ key, default: given }) => (given ? [[key, given] as const] : [])))
  return (
    <>
      <Section title={t('section.text')}>
        <Stack gap="lg" maw={720}>
          <LocalizedInput label={t('field.name')} required maxLength={limits.nameCharacters} {...form.localized('prompt.name')} />
          <LocalizedInput
            label={t('field.description')}
            description={t('field.descriptionHint')}
            {...form.localized('prompt.description')}
          />
          <LocalizedInput
            label={t('field.text')}
            description={t('field.textHint', { example: '{{fiber}}' })}
            required
            multiline
            maxLength={limits.promptCharacters}
            {...form.localized('prompt.text')}
          />
          <VariablesField form={form} />
          {localized(text) !== '' && <PromptPreview text={localized(text)} variables={variables} values={defaults} />}
        </Stack>
      </Section>
      <Section title={t('section.more')}>
        <Stack gap="lg" maw={720}>
          <TagsInput
            label={t('field.tags')}
            description={t('field.tagsHint')}
            maxTags={limits.promptTags}
            maxLength={limits.tagCharacters}
            {...form.getInputProps('prompt.tags')}
          />
          <AssistantSelect
            scope="all"
            label={t('field.assistant')}
            description={t('field.assistantHint')}
            clearable
            value={assistantId}
            chosenName={assistant && localized(assistant.name)}
            error={form.errors['prompt.assistant_id']}
            onChange={(id) => form.setFieldValue('prompt.assistant_id', id)}
          />
        </Stack>
      </Section>
    </>
  )
}

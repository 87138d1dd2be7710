import type { Prompt } from '@heddle/contracts/prompt/prompt'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { notify } from '#shared/notify/notify.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { DeletePromptDialog } from './DeletePromptDialog.tsx'
import { useUpdatePrompt } from './prompt-edit.queries.ts'

/** Says that a prompt waits for a decision, and takes it from a user who can accept it. */
export function SuggestionNotice({ prompt }: { prompt: Prompt }) {
  const { t } = useTranslation('prompt')
  const localized = useLocalized()
  const update = useUpdatePrompt(prompt.id)
  const [isDeclining, setIsDeclining] = useState(false)
  const author = prompt.created_by && localized(prompt.created_by.name)

  function handleAccept() {
    update.mutate(
      { revision: prompt.revision, prompt: { state: 'offered' } },
      { onSuccess: () => notify({ kind: 'success', message: t('suggestion.accepted') }) },
    )
  }

  if (!prompt.abilities.accept) {
    return (
      <Alert color="brand" variant="light" mb="lg" title={t('state.suggested')}>
        {t('suggestion.waits')}
      </Alert>
    )
  }
  return (
    <Alert color="brand" variant="light" mb="lg" title={t('state.suggested')}>
      <Text size="sm">{author === null ? t('suggestion.decide') : t('suggestion.decideOn', { author })}</Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" loading={update.isPending} onClick={handleAccept}>
          {t('suggestion.accept')}
        </Button>
        <Button size="xs" variant="default" onClick={() => setIsDeclining(true)}>
          {t('suggestion.decline')}
        </Button>
      </Group>
      <ErrorAlert error={update.error} />
      {isDeclining && <DeletePromptDialog prompt={prompt} isSuggestion onClose={() => setIsDeclining(false)} />}
    </Alert>
  )
}

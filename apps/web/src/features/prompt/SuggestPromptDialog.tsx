import type { Prompt } from '@heddle/contracts/prompt/prompt'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { GroupSelect } from '#entities/group/GroupSelect.tsx'
import { notify } from '#shared/notify/notify.ts'
import { paths } from '#shared/paths.ts'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { toPromptValues } from './edit/prompt-values.ts'
import { useCreatePrompt } from './prompt-edit.queries.ts'

/** Gives a copy of an own prompt to a group: one that the user manages has it immediately, another decides on it first. */
export function SuggestPromptDialog({ prompt, onClose }: { prompt: Prompt; onClose: () => void }) {
  const { t } = useTranslation('prompt')
  const { t: tCommon } = useTranslation()
  const navigate = useNavigate()
  const create = useCreatePrompt()
  const [groupId, setGroupId] = useState<string | null>(null)

  function handleSuggest() {
    if (groupId === null) return
    create.mutate(
      { prompt: { scope: 'group', group_id: groupId, ...toPromptValues(prompt) } },
      {
        onSuccess: ({ id, state }) => {
          notify({ kind: 'success', message: t(state === 'suggested' ? 'suggest.done' : 'suggest.offered') })
          void navigate(paths.prompt(id))
        },
      },
    )
  }

  return (
    <Dialog isOpen title={t('suggest.action')} maxWidth={480} isBusy={create.isPending} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('suggest.hint')}</Text>
        <GroupSelect
          label={t('field.group')}
          required
          data-autofocus
          disabled={create.isPending}
          value={groupId}
          onChange={(group) => setGroupId(group?.id ?? null)}
        />
        <ErrorAlert error={create.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={create.isPending} onClick={onClose}>
            {tCommon('cancel')}
          </Button>
          <ReasonedButton reason={groupId === null ? t('suggest.chooseFirst') : null} loading={create.isPending} onClick={handleSuggest}>
            {t('suggest.submit')}
          </ReasonedButton>
        </Group>
      </Stack>
    </Dialog>
  )
}

import { limits } from '@heddle/contracts/limits'
import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { assistantQueries } from '#entities/assistant/assistants.queries.ts'
import { modelsQuery } from '#entities/model/models.queries.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { type Choices, pickModel } from '../choice/use-choices.ts'
import { compareIn, draftStore, type NamedAssistant } from '../draft/drafts.ts'
import { type Candidate, CandidateFields } from './CandidateFields.tsx'
import { letters } from './vote.queries.ts'

/** The draft of a chat, its expert, and what it may choose. */
export type ComparedChat = { scope: string; assistant: NamedAssistant; choices: Choices }

/** Returns the chat's expert with a model that is not compared yet, where it may have one. */
const nextCandidate = ({ assistant, choices: { models } }: ComparedChat, known: readonly Candidate[]): Candidate => ({
  assistantId: assistant.id,
  modelId: models.find(({ id }) => known.every(({ modelId }) => modelId !== id))?.id ?? null,
})

/** Returns the candidates of the draft, else the chat's expert with its model and with another one. */
function listCandidates(props: ComparedChat): readonly Candidate[] {
  const drafted = draftStore.comparison(props.scope)?.candidates
  if (drafted) return drafted.map((each) => ({ assistantId: each.assistant.id, modelId: each.model?.id ?? null }))
  const first = { assistantId: props.assistant.id, modelId: props.choices.model?.id ?? null }
  return [first, nextCandidate(props, [first])]
}

/** Returns a candidate with its names, which the composer shows. */
async function readCandidate(queryClient: QueryClient, { assistantId, modelId }: Candidate) {
  const [{ id, name }, models] = await Promise.all([
    queryClient.ensureQueryData(assistantQueries.detail(assistantId)),
    queryClient.ensureQueryData(modelsQuery({ assistant_id: assistantId })),
  ])
  const model = pickModel(models, modelId)
  return { assistant: { id, name }, model: model ? { id: model.id, name: model.name } : null }
}

/** Asks which experts and models answer the next question. Without a form of its own, as it is within that of the composer. */
export function CompareDialog({ onClose, ...props }: ComparedChat & { onClose: () => void }) {
  const { t } = useTranslation(['comparison', 'common'])
  const queryClient = useQueryClient()
  const { scope } = props
  const [isBlind, setIsBlind] = useState(() => draftStore.comparison(scope)?.is_blind ?? false)
  const [candidates, setCandidates] = useState(() => listCandidates(props))
  const compare = useMutation({
    mutationFn: () => Promise.all(candidates.map((candidate) => readCandidate(queryClient, candidate))),
    onSuccess: (read) => {
      compareIn(scope, { candidates: read, is_blind: isBlind })
      onClose()
    },
  })

  return (
    <Dialog isOpen title={t('dialog.title')} maxWidth={680} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('dialog.hint')}
        </Text>
        {candidates.map((candidate, index) => (
          <CandidateFields
            key={index}
            letter={letters[index] ?? ''}
            candidate={candidate}
            onChange={(changed) => setCandidates(candidates.with(index, changed))}
            {...(candidates.length > 2 && { onRemove: () => setCandidates(candidates.toSpliced(index, 1)) })}
          />
        ))}
        {candidates.length < limits.comparedReplies && (
          <Button
            variant="subtle"
            size="sm"
            me="auto"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setCandidates([...candidates, nextCandidate(props, candidates)])}
          >
            {t('dialog.add')}
          </Button>
        )}
        <Switch
          label={t('dialog.blind')}
          description={t('dialog.blindHint')}
          checked={isBlind}
          onChange={(event) => setIsBlind(event.currentTarget.checked)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button loading={compare.isPending} onClick={() => compare.mutate()}>
            {t('dialog.submit')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

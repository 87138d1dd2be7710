import { CloseButton, Fieldset, Group, Select, SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AssistantSelect } from '#entities/assistant/AssistantSelect.tsx'
import { assistantQueries } from '#entities/assistant/assistants.queries.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { usePermittedModels } from '../choice/use-choices.ts'

/** Who makes one of the replies; without a model, the one that the expert has by default. */
export type Candidate = { readonly assistantId: string; readonly modelId: string | null }

type CandidateFieldsProps = {
  letter: string
  candidate: Candidate
  onChange: (candidate: Candidate) => void
  /** Undefined while there are only two. */
  onRemove?: () => void
}

export function CandidateFields({ letter, candidate: { assistantId, modelId }, onChange, onRemove }: CandidateFieldsProps) {
  const { t } = useTranslation('comparison')
  const localized = useLocalized()
  const { data: assistant } = useQuery({ ...assistantQueries.detail(assistantId), meta: { silent: true } })
  const { models, permitted } = usePermittedModels({ assistant_id: assistantId }, modelId)
  return (
    <Fieldset
      legend={
        <Group gap={4}>
          {t('dialog.candidate', { place: letter })}
          {onRemove && <CloseButton size="sm" aria-label={t('dialog.remove', { place: letter })} onClick={onRemove} />}
        </Group>
      }
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <AssistantSelect
          scope="all"
          label={t('dialog.expert')}
          value={assistantId}
          chosenName={assistant && localized(assistant.name)}
          // The models of another expert are others.
          onChange={(id) => id !== null && onChange({ assistantId: id, modelId: null })}
        />
        <Select
          label={t('dialog.model')}
          data={models.map(({ id, name }) => ({ value: id, label: name }))}
          value={permitted?.id ?? null}
          allowDeselect={false}
          disabled={models.length === 0}
          onChange={(id) => onChange({ assistantId, modelId: id })}
        />
      </SimpleGrid>
    </Fieldset>
  )
}

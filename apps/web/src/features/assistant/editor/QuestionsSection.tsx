import { isSortable, useSortable } from '@dnd-kit/react/sortable'
import { DragDropProvider } from '@dnd-kit/react'
import { move } from '@dnd-kit/helpers'
import { limits } from '@heddle/contracts/limits'
import { ActionIcon, Group, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LocalizedInput } from '#shared/forms/LocalizedInput.tsx'
import type { ContractForm } from '#shared/forms/use-contract-form.tsx'
import { useSortablePlugins } from '#shared/hooks/use-sortable-plugins.ts'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import classes from './AssistantForm.module.css'
import type { AssistantValues } from './assistant-values.ts'

const field = 'recommended_questions'

type QuestionsSectionProps = { form: ContractForm<AssistantValues> }

/** The recommended questions in their order, which changes by dragging or by buttons. */
export function QuestionsSection({ form }: QuestionsSectionProps) {
  const { t } = useTranslation('assistant')
  const { length } = form.values[field]
  const lastKey = useRef(0)
  const createKey = () => String((lastKey.current += 1))
  // What tells the rows apart while they move; the form may have got other rows by discarding or by another's version.
  const [known, setKnown] = useState<readonly string[]>([])
  const keys = Array.from({ length }, (_, index) => known[index] ?? `new ${index}`)

  const plugins = useSortablePlugins(t('questions.instructions'), (id) => t('questions.number', { number: keys.indexOf(String(id)) + 1 }))

  function handleAdd() {
    setKnown([...keys, createKey()])
    form.insertListItem(field, { title: { default: '' }, content: { default: '' } })
  }

  function handleRemove(index: number) {
    setKnown(keys.toSpliced(index, 1))
    form.removeListItem(field, index)
  }

  function handleMove(from: number, to: number) {
    const moved = keys.toSpliced(from, 1)
    setKnown(moved.toSpliced(to, 0, keys[from] ?? createKey()))
    form.reorderListItem(field, { from, to })
  }

  return (
    <Section title={t('questions.title')} hint={t('questions.hint')}>
      <DragDropProvider
        plugins={plugins}
        onDragEnd={(event) => {
          const { source } = event.operation
          if (event.canceled || !isSortable(source)) return
          const from = keys.indexOf(String(source.id))
          const to = move([...keys], event).indexOf(String(source.id))
          if (from !== to) handleMove(from, to)
        }}
      >
        <ol className={classes.questions}>
          {keys.map((key, index) => (
            <Question
              key={key}
              id={key}
              index={index}
              count={length}
              form={form}
              onMove={(to) => handleMove(index, to)}
              onRemove={() => handleRemove(index)}
            />
          ))}
        </ol>
      </DragDropProvider>
      <Group mt={length > 0 ? 'md' : 0}>
        <ReasonedButton
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          reason={length < limits.recommendedQuestions ? null : t('questions.full', { count: limits.recommendedQuestions })}
          onClick={handleAdd}
        >
          {t('questions.add')}
        </ReasonedButton>
      </Group>
    </Section>
  )
}

type QuestionProps = {
  id: string
  index: number
  count: number
  form: ContractForm<AssistantValues>
  onMove: (to: number) => void
  onRemove: () => void
}

function Question({ id, index, count, form, onMove, onRemove }: QuestionProps) {
  const { t } = useTranslation('assistant')
  const { ref, handleRef, isDragging } = useSortable({ id, index })
  const number = index + 1
  const path = `${field}.${index}`
  return (
    <li ref={ref} className={classes.question} data-dragging={isDragging || undefined}>
      <div className={classes.questionHead}>
        <Text fw={600} size="sm">
          {t('questions.number', { number })}
        </Text>
        <Group gap={2}>
          {/* Always there: the library makes a row without a handle a button. */}
          <ActionIcon ref={handleRef} className={classes.handle} aria-label={t('questions.drag', { number })} disabled={count === 1}>
            <IconGripVertical size={18} />
          </ActionIcon>
          <ActionIcon aria-label={t('questions.up', { number })} disabled={index === 0} onClick={() => onMove(index - 1)}>
            <IconArrowUp size={18} />
          </ActionIcon>
          <ActionIcon aria-label={t('questions.down', { number })} disabled={number === count} onClick={() => onMove(index + 1)}>
            <IconArrowDown size={18} />
          </ActionIcon>
          <ActionIcon aria-label={t('questions.remove', { number })} onClick={onRemove}>
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      </div>
      <Stack gap="sm">
        <div data-field={`${path}.title`}>
          <LocalizedInput
            label={t('questions.titleOf', { number })}
            required
            maxLength={limits.nameCharacters}
            {...form.localized(`${path}.title`)}
          />
        </div>
        <div data-field={`${path}.content`}>
          <LocalizedInput label={t('questions.contentOf', { number })} required multiline {...form.localized(`${path}.content`)} />
        </div>
      </Stack>
    </li>
  )
}

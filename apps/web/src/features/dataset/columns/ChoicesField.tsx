import { limits } from '@heddle/contracts/limits'
import { Button, Group, Input, Paper, Stack, TagsInput, Text, Textarea, TextInput, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { LocalizedInput } from '#shared/forms/LocalizedInput.tsx'
import type { ContractForm } from '#shared/forms/use-contract-form.tsx'
import classes from './ChoicesField.module.css'
import { addChoices, type ChoiceValues, type ColumnValues } from './part-values.ts'

const path = 'column.choices'

type ChoicesFieldProps = { form: ContractForm<{ revision: number; column: ColumnValues }> }

/** The values that a cell may have, in their order: a line each, opened for its names. */
export function ChoicesField({ form }: ChoicesFieldProps) {
  const { t } = useTranslation('dataset')
  const { choices } = form.values.column
  const [openIndex, setOpenIndex] = useState<number | null>(null)
  const hasError = (index: number) => Object.keys(form.errors).some((key) => key.startsWith(`${path}.${index}.`))
  const change = (next: ChoiceValues[]) => form.setFieldValue(path, next)

  /** Of a value that was typed and not added. */
  const typedError = Object.entries(form.errors).find(([key]) => Number(key.split('.')[2]) >= choices.length)?.[1]

  function handleAdd() {
    change(addChoices(form.values.column))
    form.setFieldValue('column.new_choices', '')
  }

  function handleMove(from: number, to: number) {
    const moved = choices[from]
    if (!moved) return
    change(choices.toSpliced(from, 1).toSpliced(to, 0, moved))
    setOpenIndex(to)
  }

  return (
    <Input.Wrapper label={t('column.choices')} required labelElement="div" error={form.errors[path]}>
      {choices.length > 0 && (
        <ul className={classes.choices} data-open={openIndex !== null || undefined}>
          {choices.map((choice, index) => (
            <li key={index}>
              <ChoiceLine choice={choice} isOpen={openIndex === index} onToggle={() => setOpenIndex(openIndex === index ? null : index)} />
              {(openIndex === index || hasError(index)) && (
                <ChoiceForm
                  form={form}
                  index={index}
                  onMove={(to) => handleMove(index, to)}
                  onRemove={() => {
                    change(choices.toSpliced(index, 1))
                    setOpenIndex(null)
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <Group gap="xs" align="flex-end" wrap="nowrap" mt={8}>
        <Textarea
          aria-label={t('choice.new')}
          placeholder={t('choice.newHint')}
          autosize
          minRows={1}
          maxRows={6}
          flex={1}
          {...form.getInputProps('column.new_choices')}
          error={typedError ?? Boolean(form.errors[path])}
        />
        <Button variant="default" onClick={handleAdd} disabled={choices.length >= limits.datasetChoices}>
          {t('choice.add')}
        </Button>
      </Group>
    </Input.Wrapper>
  )
}

function ChoiceLine({ choice: { value, name }, isOpen, onToggle }: { choice: ChoiceValues; isOpen: boolean; onToggle: () => void }) {
  const localized = useLocalized()
  const shown = localized(name)
  return (
    <UnstyledButton className={classes.line} aria-expanded={isOpen} onClick={onToggle}>
      <Text component="span" size="sm" className={classes.value}>
        {value || '–'}
      </Text>
      {shown !== '' && shown !== value && (
        <Text component="span" size="sm" c="dimmed" className={classes.value}>
          {shown}
        </Text>
      )}
      <IconChevronDown size={16} aria-hidden className={classes.chevron} data-open={isOpen || undefined} />
    </UnstyledButton>
  )
}

type ChoiceFormProps = ChoicesFieldProps & { index: number; onMove: (to: number) => void; onRemove: () => void }

function ChoiceForm({ form, index, onMove, onRemove }: ChoiceFormProps) {
  const { t } = useTranslation('dataset')
  const at = `${path}.${index}`
  const isLast = index === form.values.column.choices.length - 1
  return (
    <Paper withBorder p="sm" mb={8}>
      <Stack gap="sm">
        <TextInput
          label={t('choice.value')}
          description={t('choice.valueHint')}
          required
          maxLength={limits.nameCharacters}
          {...form.getInputProps(`${at}.value`)}
        />
        <LocalizedInput label={t('choice.name')} maxLength={limits.nameCharacters} {...form.localized(`${at}.name`)} />
        <TagsInput
          label={t('column.synonyms')}
          description={t('choice.synonymsHint')}
          maxTags={limits.datasetSynonyms}
          maxLength={limits.nameCharacters}
          {...form.getInputProps(`${at}.synonyms`)}
        />
        <Group gap="xs">
          <Button size="compact-sm" variant="default" disabled={index === 0} onClick={() => onMove(index - 1)}>
            {t('choice.up')}
          </Button>
          <Button size="compact-sm" variant="default" disabled={isLast} onClick={() => onMove(index + 1)}>
            {t('choice.down')}
          </Button>
          <Button size="compact-sm" variant="light" color="red" onClick={onRemove}>
            {t('choice.remove')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

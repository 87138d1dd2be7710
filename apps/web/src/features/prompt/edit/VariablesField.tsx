import { limits } from '@heddle/contracts/limits'
import { type PromptVariable, PromptVariableType } from '@heddle/contracts/prompt/prompt'
import { Button, Group, Input, Paper, Select, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { VariableInput } from '#entities/prompt/VariableInput.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { LocalizedInput } from '#shared/forms/LocalizedInput.tsx'
import { changeType, createVariable, listTextKeys, type PromptForm } from './prompt-values.ts'

const path = 'prompt.variables'

/** The variables in the order in which the form asks for them; those that only the text has can be added with one press. */
export function VariablesField({ form }: { form: PromptForm }) {
  const { t } = useTranslation('prompt')
  const { text, variables } = form.values.prompt
  const missing = listTextKeys(text).filter((key) => variables.every((variable) => variable.key !== key))
  const isFull = variables.length >= limits.promptVariables
  const change = (next: PromptVariable[]) => form.setFieldValue(path, next)

  function handleMove(from: number, to: number) {
    const moved = variables[from]
    if (moved) change(variables.toSpliced(from, 1).toSpliced(to, 0, moved))
  }

  return (
    <Input.Wrapper label={t('field.variables')} description={t('field.variablesHint')} labelElement="div" error={form.errors[path]}>
      <Stack gap="sm" mt={8}>
        {variables.map((variable, index) => (
          <VariableForm
            key={index}
            form={form}
            variable={variable}
            index={index}
            isLast={index === variables.length - 1}
            onMove={(to) => handleMove(index, to)}
            onRemove={() => change(variables.toSpliced(index, 1))}
          />
        ))}
        <Group gap="xs">
          {missing.map((key) => (
            <Button
              key={key}
              variant="light"
              size="compact-md"
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={isFull}
              onClick={() => change([...variables, createVariable(variables, key)])}
            >
              {t('variable.addKey', { key })}
            </Button>
          ))}
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={isFull}
            onClick={() => change([...variables, createVariable(variables)])}
          >
            {t('variable.add')}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  )
}

type VariableFormProps = {
  form: PromptForm
  variable: PromptVariable
  index: number
  isLast: boolean
  onMove: (to: number) => void
  onRemove: () => void
}

function VariableForm({ form, variable, index, isLast, onMove, onRemove }: VariableFormProps) {
  const { t } = useTranslation('prompt')
  const localized = useLocalized()
  const at = `${path}.${index}`
  const { key, label, type, choices = [], default: given = '', required = false } = variable
  const isUnused = !listTextKeys(form.values.prompt.text).includes(key)
  const set = (next: PromptVariable) => form.setFieldValue(at, next)

  function handleChoices(next: string[]) {
    const { default: _removed, ...rest } = variable
    set({ ...(next.includes(given) ? variable : rest), choices: next })
  }

  return (
    <Paper withBorder p="sm" component="section" aria-label={localized(label) || key}>
      <Stack gap="sm">
        <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
          <TextInput
            label={t('variable.key')}
            description={t('variable.keyHint')}
            required
            maxLength={40}
            translate="no"
            {...form.getInputProps(`${at}.key`)}
          />
          <Select
            label={t('variable.type')}
            description={t('variable.typeHint')}
            allowDeselect={false}
            data={PromptVariableType.options.map((value) => ({ value, label: t(`type.${value}`) }))}
            value={type}
            error={form.errors[`${at}.type`]}
            onChange={(next) => next && set(changeType(variable, PromptVariableType.parse(next)))}
          />
        </Group>
        <LocalizedInput label={t('variable.label')} required maxLength={limits.nameCharacters} {...form.localized(`${at}.label`)} />
        {type === 'choice' && (
          <TagsInput
            label={t('variable.choices')}
            description={t('variable.choicesHint')}
            required
            maxTags={limits.promptChoices}
            maxLength={limits.nameCharacters}
            value={choices}
            error={form.errors[`${at}.choices`]}
            onChange={handleChoices}
          />
        )}
        <VariableInput
          variable={variable}
          label={t('variable.default')}
          value={given}
          error={form.errors[`${at}.default`]}
          onChange={(value) => {
            const { default: _replaced, ...rest } = variable
            set(value === '' ? rest : { ...rest, default: value })
          }}
        />
        <Switch
          label={t('variable.required')}
          checked={required}
          onChange={({ currentTarget }) => set({ ...variable, required: currentTarget.checked })}
        />
        {isUnused && (
          <Text size="sm" c="dimmed">
            {t('variable.unused', { placeholder: `{{${key}}}` })}
          </Text>
        )}
        <Group gap="xs">
          <Button size="compact-sm" variant="default" disabled={index === 0} onClick={() => onMove(index - 1)}>
            {t('variable.up')}
          </Button>
          <Button size="compact-sm" variant="default" disabled={isLast} onClick={() => onMove(index + 1)}>
            {t('variable.down')}
          </Button>
          <Button size="compact-sm" variant="light" color="red" onClick={onRemove}>
            {t('variable.remove')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

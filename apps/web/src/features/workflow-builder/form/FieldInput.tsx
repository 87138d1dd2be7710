import type { DatasetKind } from '@heddle/contracts/dataset/dataset'
import { formatReference } from '@heddle/workflow/model/graph/template'
import {
  ActionIcon,
  Button,
  Fieldset,
  Group,
  MultiSelect,
  NumberInput,
  Select,
  Stack,
  Switch,
  TagsInput,
  TextInput,
  Tooltip,
} from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldPath } from '../graph/commands.ts'
import { useWords } from '../use-words.ts'
import { createEntry, type Field } from './fields.ts'
import { FieldTarget } from './FieldTarget.tsx'
import { JsonInput } from './JsonInput.tsx'
import { LazyPlanInput } from './LazyPlanInput.tsx'
import { ModelSelect } from './ModelSelect.tsx'
import { PromptInput } from './PromptInput.tsx'
import { ResourceSelect } from './ResourceSelect.tsx'
import type { Variable } from './variables.ts'

/** What the inputs of one node share. */
export type NodeFormState = {
  /** The paths of the texts with references. */
  readonly templates: readonly string[]
  readonly variables: readonly Variable[]
  /** The messages by the path of their field. */
  readonly errors: Readonly<Record<string, string>>
  /** Of the datasets that the node may read. */
  readonly datasetKind: DatasetKind
  /** That the node reads; null until one is chosen. */
  readonly datasetId: string | null
  /** `isTyped` joins changes that follow each other quickly. */
  readonly set: (path: FieldPath, value: unknown, isTyped?: boolean) => void
}

type FieldInputProps = {
  field: Field
  /** The path of the field in the node: `config.categories.0.name`. */
  path: string
  value: unknown
  form: NodeFormState
}

const longFields = new Set(['prompt', 'text', 'body', 'instructions'])

/** The input of one field. */
export const FieldInput = memo(function FieldInput(props: FieldInputProps) {
  return (
    <FieldTarget path={props.path}>
      <FieldControl {...props} />
    </FieldTarget>
  )
})

function FieldControl({ field, path: key, value, form }: FieldInputProps) {
  const { t } = useTranslation('builder')
  const { formatField, formatOption } = useWords()
  const path = key.split('.')
  const label = formatField(field.name)
  const error = form.errors[key]
  switch (field.kind) {
    case 'text': {
      if (field.name === 'model')
        return (
          <ModelSelect
            label={label}
            value={typeof value === 'string' ? value : null}
            error={error}
            onChange={(next) => form.set(path, next)}
          />
        )
      const text = typeof value === 'string' ? value : ''
      const write = (next: string) => form.set(path, next === '' && field.isNullable ? null : next, true)
      const maxLength = field.max ?? undefined
      if (!form.templates.includes(key))
        return (
          <TextInput
            label={label}
            value={text}
            error={error}
            maxLength={maxLength}
            onChange={(event) => write(event.currentTarget.value)}
          />
        )
      return (
        <PromptInput
          label={label}
          value={text}
          variables={form.variables}
          error={error}
          maxLength={maxLength}
          minRows={longFields.has(field.name) ? 3 : 1}
          onChange={write}
        />
      )
    }
    case 'number':
      return (
        <NumberInput
          label={label}
          description={field.isNullable ? t('form.emptyNumber') : undefined}
          value={typeof value === 'number' ? value : ''}
          min={field.min ?? undefined}
          max={field.max ?? undefined}
          step={field.isInteger ? 1 : 0.1}
          allowDecimal={!field.isInteger}
          error={error}
          onChange={(next) => form.set(path, typeof next === 'number' ? next : field.isOptional ? undefined : null, true)}
        />
      )
    case 'switch':
      return <Switch label={label} checked={value === true} onChange={(event) => form.set(path, event.currentTarget.checked)} />
    case 'choice':
      return (
        <Select
          label={label}
          data={field.options.map((option) => ({ value: option, label: formatOption(option) }))}
          value={typeof value === 'string' ? value : null}
          error={error}
          onChange={(next) => form.set(path, next)}
        />
      )
    case 'json':
      return (
        <JsonInput label={label} value={value} hint={t('form.emptyJson')} error={error} onChange={(next) => form.set(path, next, true)} />
      )
    case 'plan':
      return (
        <LazyPlanInput
          label={label}
          datasetId={form.datasetId}
          value={value}
          path={key}
          errors={form.errors}
          onChange={(next) => form.set(path, next, true)}
        />
      )
    case 'references': {
      const chosen = Array.isArray(value) ? value.map(String) : []
      const offered = form.variables.map((variable) => ({
        value: formatReference(variable),
        label: `${variable.title} · ${variable.label}`,
      }))
      const gone = chosen.filter((reference) => offered.every((each) => each.value !== reference))
      return (
        <MultiSelect
          label={label}
          data={[...offered, ...gone.map((reference) => ({ value: reference, label: reference }))]}
          value={chosen}
          error={error}
          searchable
          maxValues={field.max ?? undefined}
          onChange={(next) => form.set(path, next)}
        />
      )
    }
    case 'choices':
      return (
        <MultiSelect
          label={label}
          data={field.options.map((option) => ({ value: option, label: formatOption(option) }))}
          value={Array.isArray(value) ? value.map(String) : []}
          error={error}
          onChange={(next) => form.set(path, next)}
        />
      )
    case 'collections':
    case 'datasets':
      return (
        <ResourceSelect
          kind={field.kind}
          label={label}
          value={Array.isArray(value) ? value.map(String) : []}
          max={field.max}
          datasetKind={form.datasetKind}
          error={error}
          onChange={(next) => form.set(path, next)}
        />
      )
    case 'tags':
      return (
        <TagsInput
          label={label}
          value={Array.isArray(value) ? value.map(String) : []}
          maxTags={field.max ?? undefined}
          error={error}
          onChange={(next) => form.set(path, next)}
        />
      )
    case 'objects':
      return <EntriesInput fields={field.fields} max={field.max} name={field.name} label={label} path={key} value={value} form={form} />
  }
}

type EntriesInputProps = {
  fields: readonly Field[]
  max: number | null
  name: string
  label: string
  path: string
  value: unknown
  form: NodeFormState
}

/** A list of objects, each a group of inputs. */
function EntriesInput({ fields, max, name, label, path, value, form }: EntriesInputProps) {
  const { t } = useTranslation('builder')
  const entries = (Array.isArray(value) ? value : []) as readonly Record<string, unknown>[]
  const set = (changed: readonly unknown[]) => form.set(path.split('.'), changed)
  const move = (index: number, to: number) => {
    const entry = entries[index]
    if (entry) set(entries.toSpliced(index, 1).toSpliced(to, 0, entry))
  }
  return (
    <Fieldset legend={label} variant="unstyled">
      <Stack gap="sm">
        {entries.map((entry, index) => {
          const names = { label, number: index + 1 }
          return (
            // oxlint-disable-next-line react/no-array-index-key -- entries of headers and comparisons have no other identity
            <Fieldset key={typeof entry['id'] === 'string' ? entry['id'] : index} legend={t('list.entry', names)} radius="md" p="sm">
              <Stack gap="xs">
                {fields
                  .filter((field) => field.name !== 'id' && isRead(field, entry))
                  .map((field) => (
                    <FieldInput
                      key={field.name}
                      field={field}
                      path={`${path}.${index}.${field.name}`}
                      value={entry[field.name]}
                      form={form}
                    />
                  ))}
                <Group gap={4} justify="flex-end">
                  <EntryAction label={t('list.up', names)} isOff={index === 0} onClick={() => move(index, index - 1)}>
                    <IconArrowUp size={16} aria-hidden />
                  </EntryAction>
                  <EntryAction label={t('list.down', names)} isOff={index === entries.length - 1} onClick={() => move(index, index + 1)}>
                    <IconArrowDown size={16} aria-hidden />
                  </EntryAction>
                  <EntryAction label={t('list.remove', names)} onClick={() => set(entries.toSpliced(index, 1))}>
                    <IconTrash size={16} aria-hidden />
                  </EntryAction>
                </Group>
              </Stack>
            </Fieldset>
          )
        })}
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={max !== null && entries.length >= max}
          onClick={() => set([...entries, createEntry(name, fields, entries)])}
        >
          {t('list.add', { label })}
        </Button>
      </Stack>
    </Fieldset>
  )
}

/** Whether a run reads the field: what a value is compared with is read by most operators only. */
const isRead = ({ name }: Field, { operator }: Record<string, unknown>) =>
  name !== 'compare_to' || (operator !== 'is_empty' && operator !== 'is_not_empty')

type EntryActionProps = { label: string; isOff?: boolean; onClick: () => void; children: ReactNode }

function EntryAction({ label, isOff = false, onClick, children }: EntryActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} disabled={isOff} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

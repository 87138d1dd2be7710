import { listFields } from '@heddle/workflow/model/graph/fields'
import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { draftNodeTypes } from '@heddle/workflow/model/node-type-table'
import type { ValueType } from '@heddle/workflow/model/value'
import { Fieldset, Group, NumberInput, Select, Stack, Switch, Textarea } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useWords } from '../use-words.ts'
import type { NodeFormState } from './FieldInput.tsx'
import { FieldTarget } from './FieldTarget.tsx'
import { JsonInput } from './JsonInput.tsx'

type FailureFieldsProps = { node: GraphNode; form: NodeFormState }

const reactions = ['fail', 'default', 'branch'] as const

/** What happens when a node takes too long or fails. */
export const FailureFields = memo(function FailureFields({ node, form }: FailureFieldsProps) {
  const { t } = useTranslation('builder')
  const { formatOutput } = useWords()
  const setNumber = (name: 'timeout_s' | 'retries') => (value: string | number) =>
    form.set([name], typeof value === 'number' ? value : undefined, true)
  return (
    <Fieldset legend={t('failure.legend')} radius="md" p="sm">
      <Stack gap="xs">
        <Group grow align="start">
          <NumberInput
            label={t('field.timeout_s')}
            placeholder="–"
            min={1}
            max={600}
            allowDecimal={false}
            value={node.timeout_s ?? ''}
            error={form.errors['timeout_s']}
            onChange={setNumber('timeout_s')}
          />
          <NumberInput
            label={t('field.retries')}
            placeholder="0"
            min={0}
            max={3}
            allowDecimal={false}
            value={node.retries ?? ''}
            error={form.errors['retries']}
            onChange={setNumber('retries')}
          />
        </Group>
        <Select
          label={t('field.on_error')}
          data={reactions.map((value) => ({ value, label: t(`failure.${value}`) }))}
          value={node.on_error ?? 'fail'}
          onChange={(value) => form.set(['on_error'], value === 'fail' ? undefined : value)}
        />
        {node.on_error === 'default' &&
          Object.entries(listFields({ ...node, on_error: 'fail' }, draftNodeTypes)).map(([name, type]) => (
            <FieldTarget key={name} path={`default_output.${name}`}>
              <DefaultInput
                label={formatOutput(node.type, name)}
                type={type}
                value={node.default_output?.[name]}
                error={form.errors[`default_output.${name}`]}
                onChange={(value) => form.set(['default_output', name], value, true)}
              />
            </FieldTarget>
          ))}
      </Stack>
    </Fieldset>
  )
}, isSameFailure)

function isSameFailure({ node: one, form: before }: FailureFieldsProps, { node: other, form }: FailureFieldsProps): boolean {
  if (form !== before) return false
  // The fields with default values follow from the configuration.
  if (one.on_error === 'default' || other.on_error === 'default') return one === other
  return one.id === other.id && one.on_error === other.on_error && one.timeout_s === other.timeout_s && one.retries === other.retries
}

type DefaultInputProps = { label: string; type: ValueType; value: unknown; error: string | undefined; onChange: (value: unknown) => void }

/** The value of a field after a failure; an empty input is an empty value. */
function DefaultInput({ label: field, type, value, error, onChange }: DefaultInputProps) {
  const { t } = useTranslation('builder')
  const label = t('failure.defaultOf', { field })
  switch (type) {
    case 'text':
      return (
        <Textarea
          label={label}
          autosize
          maxRows={8}
          value={typeof value === 'string' ? value : ''}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
        />
      )
    case 'number':
      return (
        <NumberInput
          label={label}
          value={typeof value === 'number' ? value : ''}
          error={error}
          onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
        />
      )
    case 'boolean':
      return <Switch label={label} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
    // A citation needs a source, which no author can give.
    case 'passages':
      return null
    default:
      return <JsonInput label={label} value={value} error={error} onChange={onChange} />
  }
}

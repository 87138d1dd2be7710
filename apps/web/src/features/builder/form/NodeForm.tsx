import type { GraphNode } from '@heddle/workflow/graph/graph'
import { Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBuilder } from '../use-builder.tsx'
import { useWords } from '../use-words.ts'
import { ExitFields } from './ExitFields.tsx'
import { FailureFields } from './FailureFields.tsx'
import { FieldInput, type NodeFormState } from './FieldInput.tsx'
import { handlesFailure, listConfigFields, listTemplatePaths } from './fields.ts'
import { listVariables } from './variables.ts'

type NodeFormProps = { node: GraphNode; hasFocus?: boolean }

/** The settings of a node, from the schema of its type. Mount a new one for each node. */
export function NodeForm({ node, hasFocus = false }: NodeFormProps) {
  const { t } = useTranslation('builder')
  const { draft, run, endGesture, problemsByNode } = useBuilder()
  const { formatType, formatPath, formatProblem } = useWords()
  const problems = problemsByNode.get(node.id) ?? []
  const form: NodeFormState = {
    templates: listTemplatePaths(node),
    variables: listVariables(draft.graph, node.id),
    errors: new Map(problems.flatMap((problem) => (problem.field ? [[problem.field, formatProblem(problem)] as const] : []))),
    set: (path, value, isTyped = false) =>
      run({ type: 'set_field', id: node.id, path, value }, isTyped ? `${node.id}.${path.join('.')}` : undefined),
  }
  const config = (node.config ?? {}) as Readonly<Record<string, unknown>>
  const fields = listConfigFields(node.type)
  const shown = new Set(['title', 'note', 'timeout_s', 'retries'])
  const others = problems.filter(({ field }) => field === undefined || (!field.startsWith('config.') && !shown.has(field)))

  return (
    <Stack gap="md" onBlur={endGesture}>
      {others.map((problem, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two problems may read the same
        <Text key={index} size="sm" c={problem.severity === 'error' ? 'var(--mantine-color-error)' : 'dimmed'}>
          {problem.field ? `${formatPath(problem.field)}: ` : ''}
          {formatProblem(problem)}
        </Text>
      ))}
      <TextInput
        label={t('field.title')}
        placeholder={formatType(node.type)}
        value={node.title}
        maxLength={100}
        error={form.errors.get('title')}
        data-autofocus={hasFocus || undefined}
        // The user has just added or opened the node.
        autoFocus={hasFocus}
        onChange={(event) => form.set(['title'], event.currentTarget.value, true)}
      />
      {fields.map((field) => (
        <FieldInput key={field.name} field={field} path={['config', field.name]} value={config[field.name]} form={form} />
      ))}
      <ExitFields node={node} />
      {handlesFailure(node.type) && <FailureFields node={node} form={form} />}
      <Textarea
        label={t('field.note')}
        value={node.note ?? ''}
        maxLength={500}
        autosize
        minRows={1}
        maxRows={8}
        onChange={(event) => form.set(['note'], event.currentTarget.value || undefined, true)}
      />
      <NodeName key={node.id} id={node.id} />
    </Stack>
  )
}

/** The name of the node in references, which follow when it changes. */
function NodeName({ id }: { id: string }) {
  const { t } = useTranslation('builder')
  const { draft, run, select } = useBuilder()
  const [typed, setTyped] = useState(id)
  const isTaken = typed !== id && draft.graph.nodes.some((node) => node.id === typed)
  const isValid = /^[a-z][a-z0-9_]{0,39}$/.test(typed)
  const error = isTaken ? t('rename.taken') : isValid ? undefined : t('rename.invalid')

  function handleBlur() {
    if (typed === id || error !== undefined) return
    run({ type: 'rename', id, to: typed })
    select([typed])
  }

  return (
    <TextInput
      label={t('rename.label')}
      description={t('rename.hint', { reference: `{{${id}.…}}`, interpolation: { escapeValue: false } })}
      value={typed}
      maxLength={40}
      error={error}
      spellCheck={false}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={handleBlur}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) handleBlur()
      }}
    />
  )
}

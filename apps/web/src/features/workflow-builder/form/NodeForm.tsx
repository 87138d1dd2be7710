import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { Stack, Text, Textarea, TextInput } from '@mantine/core'
import { memo, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSubmitKey } from '#shared/shortcuts/submit-key.ts'
import type { FieldPath } from '../graph/commands.ts'
import { useBuilder, useDeferredBuilder } from '../use-builder.tsx'
import { useSameValue } from '../use-same-value.ts'
import type { Problem } from '../problems.ts'
import { useWords } from '../use-words.ts'
import { ExitFields } from './ExitFields.tsx'
import { FailureFields } from './FailureFields.tsx'
import { FieldInput, type NodeFormState } from './FieldInput.tsx'
import { FieldTarget } from './FieldTarget.tsx'
import { handlesFailure, listConfigFields, listTemplatePaths } from './fields.ts'
import { focusAwaitedField } from './focus-field.ts'
import { findDatasetId, findDatasetKind } from './resource-fields.ts'
import { listVariables } from './variables.ts'

/** The settings of a node, from the schema of its type. Mount a new one for each node. */
export function NodeForm({ node }: { node: GraphNode }) {
  const { t } = useTranslation('builder')
  const { endGesture, problemsByNode } = useDeferredBuilder()
  const { t: tCommon } = useTranslation()
  const { formatType, formatPart, formatProblem } = useWords()
  const problems = problemsByNode.get(node.id) ?? []
  const form = useFormState(node, problems)
  const config = (node.config ?? {}) as Readonly<Record<string, unknown>>
  const fields = listConfigFields(node.type)
  const shown = new Set(['title', 'note', 'timeout_s', 'retries'])
  const others = problems.filter(({ field }) => field === undefined || (!field.startsWith('config.') && !shown.has(field)))

  function describe(problem: Problem): string {
    const [label, value] = [formatPart(node, problem), formatProblem(problem)]
    return label === null ? value : tCommon('labeled', { label, value })
  }

  return (
    <Stack
      ref={(element) => {
        if (element) focusAwaitedField(node.id, element)
      }}
      data-form-of={node.id}
      gap="md"
      onBlur={endGesture}
    >
      {others.map((problem, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two problems may read the same
        <Text key={index} size="sm" c={problem.severity === 'error' ? 'var(--mantine-color-error)' : 'dimmed'}>
          {describe(problem)}
        </Text>
      ))}
      <FieldTarget path="title">
        <TextInput
          label={t('field.title')}
          placeholder={formatType(node.type)}
          value={node.title}
          maxLength={100}
          error={form.errors['title']}
          onChange={(event) => form.set(['title'], event.currentTarget.value, true)}
        />
      </FieldTarget>
      {fields.map((field) => (
        <FieldInput key={field.name} field={field} path={`config.${field.name}`} value={config[field.name]} form={form} />
      ))}
      <ExitFields nodeId={node.id} />
      {handlesFailure(node.type) && <FailureFields node={node} form={form} />}
      <NoteInput value={node.note ?? ''} set={form.set} />
      <NodeName key={node.id} id={node.id} />
    </Stack>
  )
}

/** Returns what the inputs of a node share; it changes when one of them has to be drawn again, not at every key. */
function useFormState(node: GraphNode, problems: readonly Problem[]): NodeFormState {
  const { draft, run } = useDeferredBuilder()
  const { formatOutput, formatProblem } = useWords()
  const { id } = node
  const templates = useSameValue(listTemplatePaths(node))
  const variables = useSameValue(listVariables(draft.graph, id, formatOutput))
  const errors = useSameValue(
    Object.fromEntries(problems.flatMap((problem) => (problem.field ? [[problem.field, formatProblem(problem)] as const] : []))),
  )
  const set = useCallback(
    (path: FieldPath, value: unknown, isTyped = false) =>
      run({ type: 'set_field', id, path, value }, isTyped ? `${id}.${path.join('.')}` : undefined),
    [run, id],
  )
  const datasetKind = findDatasetKind(node.type)
  const datasetId = findDatasetId(node)
  return useMemo(
    () => ({ templates, variables, errors, datasetKind, datasetId, set }),
    [templates, variables, errors, datasetKind, datasetId, set],
  )
}

/** What the authors tell each other about the node. */
const NoteInput = memo(function NoteInput({ value, set }: { value: string; set: NodeFormState['set'] }) {
  const { t } = useTranslation('builder')
  return (
    <Textarea
      label={t('field.note')}
      value={value}
      maxLength={500}
      autosize
      minRows={1}
      maxRows={8}
      onChange={(event) => set(['note'], event.currentTarget.value || undefined, true)}
    />
  )
})

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
      data-own-undo
      label={t('rename.label')}
      description={t('rename.hint', { reference: `{{${id}.…}}`, interpolation: { escapeValue: false } })}
      value={typed}
      maxLength={40}
      error={error}
      spellCheck={false}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={handleBlur}
      onKeyDown={(event) => {
        if (isSubmitKey(event.nativeEvent)) handleBlur()
      }}
    />
  )
}

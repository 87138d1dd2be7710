import { importWorkflow, type ImportQuestion, type Workflow } from '@heddle/contracts/workflow/workflow'
import { limits } from '@heddle/contracts/limits'
import { Alert, Button, FileButton, Group, Select, Stack, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { workflowSiteQuery } from '#entities/workflow/workflow-site.queries.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { useImportWorkflow } from './workflows.queries.ts'

const WorkflowInput = importWorkflow.schema.body.shape.file
type WorkflowInput = z.input<typeof WorkflowInput>

/** The value of the choice that names nothing: the model of the chat, or the host as it is. No model and no host has it as its name. */
const unnamed = ''

type Choices = Readonly<Record<ImportQuestion['kind'], Readonly<Record<string, string>>>>
const noChoices: Choices = { model: {}, host: {} }

const toReplacements = (choices: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(choices).map(([name, choice]) => [name, choice === unnamed ? null : choice]))

type Refusal = 'tooLarge' | 'unreadable'

async function readWorkflowFile(file: File): Promise<WorkflowInput | Refusal> {
  if (file.size > limits.workflowBytes) return 'tooLarge'
  try {
    const content: unknown = JSON.parse(await file.text())
    return WorkflowInput.safeParse(content).success ? (content as WorkflowInput) : 'unreadable'
  } catch {
    return 'unreadable'
  }
}

/** Creates a workflow from a file, and asks for what this site has in place of what the file names. */
export function ImportWorkflow({ onCreated }: { onCreated: (workflow: Workflow) => void }) {
  const { t } = useTranslation('workflow')
  const { data: site } = useQuery(workflowSiteQuery())
  const create = useImportWorkflow()
  const [file, setFile] = useState<WorkflowInput | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [questions, setQuestions] = useState<readonly ImportQuestion[]>([])
  const [choices, setChoices] = useState(noChoices)
  const isComplete = questions.every(({ kind, name }) => choices[kind][name] !== undefined)

  function send(content: WorkflowInput, chosen: Choices) {
    create.mutate(
      { file: content, models: toReplacements(chosen.model), hosts: toReplacements(chosen.host) },
      { onSuccess: ({ workflow, questions: open }) => (workflow ? onCreated(workflow) : setQuestions(open)) },
    )
  }

  function listOptions(kind: ImportQuestion['kind']) {
    if (kind === 'model') return [{ value: unnamed, label: t('import.chatModel') }, ...(site?.models ?? []).map(({ name }) => name)]
    // A domain names no server to call.
    const hosts = (site?.allowed_hosts ?? []).filter((host) => !host.startsWith('*.'))
    return [{ value: unnamed, label: t('import.sameHost') }, ...hosts]
  }

  async function handleFile(chosen: File | null) {
    if (!chosen) return
    const read = await readWorkflowFile(chosen)
    const content = typeof read === 'string' ? null : read
    setQuestions([])
    setChoices(noChoices)
    setFile(content)
    setRefusal(typeof read === 'string' ? read : null)
    create.reset()
    if (content) send(content, noChoices)
  }

  return (
    <Stack gap="md" align="flex-start">
      <FileButton accept="application/json,.json" onChange={(chosen) => void handleFile(chosen)}>
        {(props) => (
          <Button {...props} variant="default" loading={create.isPending} leftSection={<IconUpload size={18} aria-hidden />}>
            {t('import.choose')}
          </Button>
        )}
      </FileButton>
      {refusal && (
        <Alert color="red" variant="light" role="alert">
          {t(`import.${refusal}`, { megabytes: limits.workflowBytes / 2 ** 20 })}
        </Alert>
      )}
      <ErrorAlert error={create.error} />
      {file && questions.length > 0 && (
        <Stack gap="sm" w="100%" maw={440}>
          <Text size="sm">{t('import.questions')}</Text>
          {questions.map(({ kind, name }) => (
            <Select
              key={`${kind} ${name}`}
              label={t('import.model', { name })}
              placeholder={t(kind === 'model' ? 'import.chooseModel' : 'import.chooseHost')}
              data={listOptions(kind)}
              value={choices[kind][name] ?? null}
              allowDeselect={false}
              onChange={(choice) => choice !== null && setChoices({ ...choices, [kind]: { ...choices[kind], [name]: choice } })}
            />
          ))}
          <Group>
            <Button disabled={!isComplete} loading={create.isPending} onClick={() => send(file, choices)}>
              {t('create.submit')}
            </Button>
          </Group>
        </Stack>
      )}
    </Stack>
  )
}

import { importWorkflow, type ImportQuestion, type Workflow } from '@heddle/contracts/workflow'
import { limits } from '@heddle/contracts/limits'
import { Alert, Button, FileButton, Group, Select, Stack, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { tenantModelsQuery } from '#entities/model/models.queries.ts'
import { ErrorAlert } from '#shared/ui/ErrorAlert.tsx'
import { useImportWorkflow } from './workflows.queries.ts'

const WorkflowInput = importWorkflow.schema.body.shape.file
type WorkflowInput = z.input<typeof WorkflowInput>

/** The value of the choice that leaves a model to the chat; no model has it as its name. */
const chatModel = ''

async function readWorkflowFile(file: File): Promise<WorkflowInput | null> {
  if (file.size > limits.workflowBytes) return null
  try {
    const content: unknown = JSON.parse(await file.text())
    return WorkflowInput.safeParse(content).success ? (content as WorkflowInput) : null
  } catch {
    return null
  }
}

/** Creates a workflow from a file, and asks for what this site has in place of what the file names. */
export function ImportWorkflow({ onCreated }: { onCreated: (workflow: Workflow) => void }) {
  const { t } = useTranslation('workflow')
  const { data: models = [] } = useQuery(tenantModelsQuery())
  const create = useImportWorkflow()
  const [file, setFile] = useState<WorkflowInput | null>(null)
  const [isUnreadable, setIsUnreadable] = useState(false)
  const [questions, setQuestions] = useState<readonly ImportQuestion[]>([])
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({})
  const isComplete = questions.every(({ name }) => choices[name] !== undefined)

  function send(content: WorkflowInput) {
    const replacements = Object.entries(choices).map(([name, choice]) => [name, choice === chatModel ? null : choice])
    create.mutate(
      { file: content, models: Object.fromEntries(replacements) },
      { onSuccess: ({ workflow, questions: open }) => (workflow ? onCreated(workflow) : setQuestions(open)) },
    )
  }

  async function handleFile(chosen: File | null) {
    if (!chosen) return
    const content = await readWorkflowFile(chosen)
    setQuestions([])
    setChoices({})
    setFile(content)
    setIsUnreadable(content === null)
    if (content) send(content)
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
      {isUnreadable && (
        <Alert color="red" variant="light" role="alert">
          {t('import.unreadable')}
        </Alert>
      )}
      <ErrorAlert error={create.error} />
      {file && questions.length > 0 && (
        <Stack gap="sm" w="100%" maw={440}>
          <Text size="sm">{t('import.questions')}</Text>
          {questions.map(({ name }) => (
            <Select
              key={name}
              label={t('import.model', { name })}
              placeholder={t('import.chooseModel')}
              data={[{ value: chatModel, label: t('import.chatModel') }, ...models.map((model) => model.name)]}
              value={choices[name] ?? null}
              allowDeselect={false}
              onChange={(choice) => choice !== null && setChoices({ ...choices, [name]: choice })}
            />
          ))}
          <Group>
            <Button disabled={!isComplete} loading={create.isPending} onClick={() => send(file)}>
              {t('create.submit')}
            </Button>
          </Group>
        </Stack>
      )}
    </Stack>
  )
}

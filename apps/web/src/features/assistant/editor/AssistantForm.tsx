import type { Assistant, AssistantWorkflow } from '@heddle/contracts/assistant/assistant'
import { limits } from '@heddle/contracts/limits'
import { SegmentedControl, Select, Stack, Switch, Text, Textarea } from '@mantine/core'
import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AssistantMark } from '#entities/assistant/AssistantMark.tsx'
import type { TrialSubject } from '#entities/assistant/trial-subject.ts'
import { GroupSelect } from '#entities/group/GroupSelect.tsx'
import { useLanguage, useLocalized } from '#i18n/use-language.ts'
import { FormActions } from '#shared/forms/FormActions.tsx'
import { LocalizedInput } from '#shared/forms/LocalizedInput.tsx'
import { PictureField } from '#shared/forms/PictureField.tsx'
import type { ContractForm } from '#shared/forms/use-contract-form.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { AssistantCard } from '../AssistantCard.tsx'
import classes from './AssistantForm.module.css'
import { type AssistantValues, type ManagingGroup, toPreview } from './assistant-values.ts'
import { ColorChoice } from './ColorChoice.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { QuestionsSection } from './QuestionsSection.tsx'

const pictureLimit = { width: 128, height: 128, maxCharacters: limits.assistantPictureCharacters, isSquare: true }

/** Renders a chat with the expert that the form has; without a subject there is none to ask yet. */
export type RenderTrial = (assistant: Assistant, subject: TrialSubject | null) => ReactNode

type AssistantFormProps = {
  form: ContractForm<AssistantValues>
  /** Decides the mark's shape; of a new expert any id. */
  id: string
  initialGroup: ManagingGroup | null
  /** Those to choose from; one alone is the fixed workflow of an expert that there is. */
  workflows: readonly AssistantWorkflow[]
  isNew: boolean
  renderTrial: RenderTrial
}

/** The settings of an expert, with what others will see beside them. */
export function AssistantForm({ form, id, initialGroup, workflows, isNew, renderTrial }: AssistantFormProps) {
  const { t } = useTranslation('assistant')
  const [view, setView] = useState<'form' | 'preview'>('form')
  const [group, setGroup] = useState(initialGroup)
  const { values, errors, setFieldValue } = form
  const workflow = isNew ? workflows.find((known) => known.id === values.workflow_id) : workflows[0]
  // The form may have been discarded, or have got the group of another's version.
  const shownGroup = group?.id === values.group_id ? group : initialGroup
  const { user_prompt } = values
  const subject = isNew ? (workflow ? { workflow_id: workflow.id, user_prompt } : null) : { id, user_prompt }
  const preview = toPreview(values, { id, unnamed: t('editor.unnamed'), group: shownGroup, workflow })

  function handleGroup(chosen: ManagingGroup | null) {
    setGroup(chosen)
    setFieldValue('group_id', chosen?.id)
    if (!chosen?.mayMakePublic) setFieldValue('is_public', false)
  }

  return (
    <>
      <SegmentedControl
        className={classes.view}
        fullWidth
        aria-label={t('editor.view')}
        data={[
          { value: 'form', label: t('editor.form') },
          { value: 'preview', label: t('editor.preview') },
        ]}
        value={view}
        onChange={(chosen) => setView(chosen === 'preview' ? 'preview' : 'form')}
      />
      <div className={classes.editor}>
        <form {...form.formProps} className={classes.form} data-chosen={view === 'form'}>
          <ErrorSummary errors={errors} describe={useDescribePart()} />
          <Section title={t('basics.title')}>
            <Stack gap="lg">
              <div data-field="name">
                <LocalizedInput label={t('basics.name')} required maxLength={limits.nameCharacters} {...form.localized('name')} />
              </div>
              <div data-field="description">
                <LocalizedInput label={t('basics.description')} multiline maxLength={2_000} {...form.localized('description')} />
              </div>
              <ColorChoice id={id} value={values.color} onChange={(color) => setFieldValue('color', color)} />
              <PictureField
                label={t('basics.picture')}
                preview={<AssistantMark assistant={preview} size="large" />}
                value={values.picture}
                limit={pictureLimit}
                error={errors['picture']}
                onChange={(picture) => setFieldValue('picture', picture)}
              />
            </Stack>
          </Section>
          <BehaviourSection form={form} workflows={workflows} workflow={workflow} isNew={isNew} />
          <QuestionsSection form={form} />
          <AccessSection form={form} group={shownGroup} workflow={workflow} onGroup={handleGroup} />
          <FormActions form={form} isSticky {...(isNew && { submitLabel: t('create') })} />
        </form>
        <aside className={classes.preview} data-chosen={view === 'preview'} aria-label={t('editor.preview')}>
          <Stack gap="md">
            <div>
              <Text size="sm" c="dimmed" mb={6}>
                {t('editor.previewCard')}
              </Text>
              <div inert>
                <AssistantCard assistant={preview} />
              </div>
            </div>
            {/* Keyed, so that the replies of one workflow are no history of another. */}
            <Fragment key={workflow?.id}>{renderTrial(preview, subject)}</Fragment>
          </Stack>
        </aside>
      </div>
    </>
  )
}

/** Returns the labels of the fields, by the part of the form that holds them. */
function useDescribePart() {
  const { t } = useTranslation('assistant')
  return (part: string): string => {
    const [, index, ofQuestion] = part.split('.')
    const number = Number(index) + 1
    if (ofQuestion === 'title') return t('questions.titleOf', { number })
    if (ofQuestion !== undefined) return t('questions.contentOf', { number })
    const labels: Record<string, string> = {
      name: t('basics.name'),
      description: t('basics.description'),
      workflow_id: t('behaviour.workflow'),
      user_prompt: t('behaviour.prompt'),
      group_id: t('access.group'),
      is_public: t('access.public'),
      recommended_questions: t('questions.title'),
    }
    return labels[part] ?? part
  }
}

type BehaviourProps = {
  form: ContractForm<AssistantValues>
  workflows: readonly AssistantWorkflow[]
  workflow: AssistantWorkflow | undefined
  isNew: boolean
}

function BehaviourSection({ form, workflows, workflow, isNew }: BehaviourProps) {
  const { t } = useTranslation('assistant')
  const localized = useLocalized()
  const { tag } = useLanguage()
  const options = workflows
    .map(({ id, name }) => ({ value: id, label: localized(name) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, tag))
  const promptReason = !workflow ? t('behaviour.promptFirst') : workflow.allow_user_prompt ? null : t('behaviour.promptOff')
  // Instructions that the workflow has come to refuse can still be emptied.
  const isPromptOff = promptReason !== null && form.getInitialValues().user_prompt === ''
  return (
    <Section title={t('behaviour.title')}>
      <Stack gap="lg">
        <div data-field="workflow_id">
          <Select
            label={t('behaviour.workflow')}
            description={t(isNew ? 'behaviour.workflowHint' : 'behaviour.workflowFixed')}
            placeholder={t('behaviour.chooseWorkflow')}
            data={options}
            searchable={isNew}
            required={isNew}
            readOnly={!isNew}
            allowDeselect={false}
            comboboxProps={{ shadow: 'md' }}
            value={workflow?.id ?? null}
            error={form.errors['workflow_id']}
            onChange={(chosen) => form.setFieldValue('workflow_id', chosen ?? undefined)}
          />
          {workflow && (
            <Text size="sm" c="dimmed" mt={6}>
              {localized(workflow.description)} {workflow.accepts_files && t('behaviour.acceptsFiles')}
            </Text>
          )}
        </div>
        <div data-field="user_prompt">
          <Textarea
            label={t('behaviour.prompt')}
            description={promptReason ?? t('behaviour.promptHint')}
            autosize
            minRows={3}
            maxRows={14}
            maxLength={limits.userPromptCharacters}
            disabled={isPromptOff}
            {...form.getInputProps('user_prompt')}
          />
        </div>
      </Stack>
    </Section>
  )
}

type AccessProps = {
  form: ContractForm<AssistantValues>
  group: ManagingGroup | null
  workflow: AssistantWorkflow | undefined
  onGroup: (group: ManagingGroup | null) => void
}

function AccessSection({ form, group, workflow, onGroup }: AccessProps) {
  const { t } = useTranslation('assistant')
  const localized = useLocalized()
  const { values, errors, setFieldValue } = form
  const restrictedTo = values.is_public ? null : workflow?.restricted_to
  const isPublicOff = group !== null && !group.mayMakePublic
  return (
    <Section title={t('access.title')}>
      <Stack gap="lg">
        <div data-field="group_id">
          <GroupSelect
            label={t('access.group')}
            description={t('access.groupHint')}
            required
            allowDeselect={false}
            value={values.group_id ?? null}
            chosenName={group ? localized(group.name) : undefined}
            error={errors['group_id']}
            onChange={(chosen) =>
              onGroup(chosen && { id: chosen.id, name: chosen.name, mayMakePublic: chosen.abilities.make_assistant_public })
            }
          />
          {restrictedTo && restrictedTo.id !== values.group_id && (
            <Text size="sm" c="dimmed" mt={6}>
              {t('access.restricted', { group: localized(restrictedTo.name) })}
            </Text>
          )}
        </div>
        <div data-field="is_public">
          <Switch
            label={t('access.public')}
            description={isPublicOff ? t('access.publicOff') : t('access.publicHint')}
            checked={values.is_public}
            disabled={isPublicOff}
            error={errors['is_public']}
            onChange={(event) => setFieldValue('is_public', event.currentTarget.checked)}
          />
        </div>
      </Stack>
    </Section>
  )
}

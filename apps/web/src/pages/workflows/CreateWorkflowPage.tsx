import type { Workflow } from '@heddle/contracts/workflow/workflow'
import type { WorkflowTemplate } from '@heddle/workflow/model/templates/templates'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { CreateFromTemplateDialog } from '#features/workflow/CreateFromTemplateDialog.tsx'
import { ImportWorkflow } from '#features/workflow/ImportWorkflow.tsx'
import { TemplateGallery } from '#features/workflow/TemplateGallery.tsx'
import { paths } from '#shared/paths.ts'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'

/** Begins a workflow with a template or a file. */
export function CreateWorkflowPage() {
  const { t } = useTranslation('workflow')
  const navigate = useNavigate()
  const [template, setTemplate] = useState<WorkflowTemplate | null>(null)
  usePageTitle(t('create.title'))
  const open = ({ id }: Workflow) => void navigate(paths.workflow(id))
  return (
    <PageFrame title={t('create.title')} back={{ to: paths.workflows(), label: t('title') }}>
      <Section title={t('create.templates')} hint={t('create.templatesHint')}>
        <TemplateGallery onChoose={setTemplate} />
      </Section>
      <Section title={t('import.title')} hint={t('import.hint')}>
        <ImportWorkflow onCreated={open} />
      </Section>
      {template && <CreateFromTemplateDialog template={template} onClose={() => setTemplate(null)} onCreated={open} />}
    </PageFrame>
  )
}

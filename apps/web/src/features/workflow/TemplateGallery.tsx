import { workflowTemplates, type WorkflowTemplate } from '@heddle/workflow/model/templates/templates'
import { useLanguage } from '#i18n/use-language.ts'
import { ActionCard, ActionCards } from '#shared/ui/buttons/ActionCard.tsx'

/** The templates as cards. */
export function TemplateGallery({ onChoose }: { onChoose: (template: WorkflowTemplate) => void }) {
  const { language } = useLanguage()
  return (
    <ActionCards>
      {workflowTemplates.map((template) => (
        <ActionCard
          key={template.id}
          title={template.name[language]}
          hint={template.description[language]}
          onClick={() => onChoose(template)}
        />
      ))}
    </ActionCards>
  )
}

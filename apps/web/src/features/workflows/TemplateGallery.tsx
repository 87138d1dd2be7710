import { workflowTemplates, type WorkflowTemplate } from '@heddle/workflow/templates/templates'
import { Text, UnstyledButton } from '@mantine/core'
import { useLanguage } from '#i18n/use-language.ts'
import classes from './TemplateGallery.module.css'

/** The templates as cards. */
export function TemplateGallery({ onChoose }: { onChoose: (template: WorkflowTemplate) => void }) {
  const { language } = useLanguage()
  return (
    <ul className={classes.grid}>
      {workflowTemplates.map((template) => (
        <li key={template.id}>
          <UnstyledButton className={classes.card} onClick={() => onChoose(template)}>
            <Text component="span" display="block" fw={600}>
              {template.name[language]}
            </Text>
            <Text component="span" display="block" size="sm" c="dimmed" mt={4}>
              {template.description[language]}
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

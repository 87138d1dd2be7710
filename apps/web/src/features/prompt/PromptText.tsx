import type { Prompt } from '@heddle/contracts/prompt/prompt'
import { Badge, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PromptPreview } from '#entities/prompt/PromptPreview.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { Section } from '#shared/ui/layout/Section.tsx'

const noValues: ReadonlyMap<string, string> = new Map()

/** What a prompt says, for a user who cannot change it. */
export function PromptText({ prompt: { description, text, variables, tags } }: { prompt: Prompt }) {
  const { t } = useTranslation('prompt')
  const localized = useLocalized()
  return (
    <Section title={t('section.text')}>
      <Stack gap="md" maw={720}>
        {localized(description) !== '' && <Text>{localized(description)}</Text>}
        <PromptPreview text={localized(text)} variables={variables} values={noValues} />
        {tags.length > 0 && (
          <Group gap={6}>
            {tags.map((tag) => (
              <Badge key={tag} variant="default" tt="none" fw={500}>
                {tag}
              </Badge>
            ))}
          </Group>
        )}
      </Stack>
    </Section>
  )
}

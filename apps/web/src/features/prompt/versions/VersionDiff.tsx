import { languageNames, languages } from '@heddle/contracts/languages'
import type { PromptVariable, PromptVersion } from '@heddle/contracts/prompt/prompt'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useListText, useLocalized } from '#i18n/use-language.ts'
import { WordDiff } from '#shared/ui/WordDiff.tsx'

type VersionDiffProps = { before: PromptVersion; after: PromptVersion }

/** What differs between two versions, field by field, language by language and word by word. */
export function VersionDiff({ before, after }: VersionDiffProps) {
  const { t } = useTranslation(['prompt', 'form'])
  const formatVariables = useVariablesText()
  const rows = [
    ...(['name', 'text'] as const).flatMap((field) =>
      (['default', ...languages] as const).map((key) => ({
        label: t('form:conflict.inLanguage', {
          label: t(`field.${field}`),
          language: key === 'default' ? t('form:localized.default') : languageNames[key],
        }),
        from: before[field][key] ?? '',
        to: after[field][key] ?? '',
      })),
    ),
    { label: t('field.variables'), from: formatVariables(before.variables), to: formatVariables(after.variables) },
  ].filter(({ from, to }) => from !== to)
  return (
    <section aria-label={t('version.differences', { before: before.number, after: after.number })}>
      {rows.map(({ label, from, to }) => (
        <div key={label}>
          <Text size="xs" c="dimmed" mt="xs">
            {label}
          </Text>
          <WordDiff before={from} after={to} />
        </div>
      ))}
    </section>
  )
}

/** Returns a formatter of variables, one a line. */
function useVariablesText(): (variables: readonly PromptVariable[]) => string {
  const { t } = useTranslation(['prompt', 'common'])
  const localized = useLocalized()
  const formatList = useListText()
  return (variables) =>
    variables
      .map(({ key, label, type, choices = [], default: given, required }) =>
        formatList([
          `{{${key}}} ${localized(label)}`,
          t(`type.${type}`),
          ...choices,
          ...(given === undefined ? [] : [t('common:labeled', { label: t('variable.default'), value: given })]),
          ...(required ? [t('variable.required')] : []),
        ]),
      )
      .join('\n')
}

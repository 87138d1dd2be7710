import type { ModelFindings } from '@heddle/contracts/model/model-finding'
import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { useFormatSetting } from './use-format-setting.ts'

export type FoundSetting = keyof ModelFindings

type FoundValueProps = {
  setting: FoundSetting
  findings: ModelFindings
  /** Of the form. */
  value: unknown
  onTakeOver: (value: unknown) => void
  children: ReactNode
}

const compareText = (a: string, b: string) => a.localeCompare(b)
const toKey = (value: unknown) => JSON.stringify([value].flat().map(String).toSorted(compareText))

/** A field with what calls have shown of its setting, which replaces another value at the press of a button. */
export function FoundValue({ setting, findings, value, onTakeOver, children }: FoundValueProps) {
  const { t } = useTranslation('model')
  const formatSetting = useFormatSetting()
  const found = findings[setting]
  const isOther = found !== null && toKey(found.value) !== toKey(value)
  const isLimit = setting === 'context_tokens' || setting === 'max_output_tokens'
  return (
    <Stack gap={4}>
      {children}
      {found && (
        <Group gap="xs" justify="space-between" wrap="nowrap" align="flex-start">
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t(`found.${found.source}`, { when: formatDateTime(parseTime(found.found_at)), value: formatSetting(setting, found.value) })}
            {isOther && isLimit && (
              <Text span inherit display="block">
                {t('found.smaller')}
              </Text>
            )}
          </Text>
          {isOther && (
            <Button
              variant="subtle"
              size="compact-xs"
              style={{ flexShrink: 0 }}
              aria-label={t('found.takeOverOf', { field: t(`field.${setting}`) })}
              onClick={() => onTakeOver(found.value)}
            >
              {t('found.takeOver')}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  )
}

import type { LocalizedText } from '@heddle/contracts/wire'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLocalized } from '#i18n/use-language.ts'

type NameWithDefaultProps = { name: LocalizedText; children: ReactNode }

/** A name in the user's language, with the default below if it differs: lists are sorted by the default. */
export function NameWithDefault({ name, children }: NameWithDefaultProps) {
  const localized = useLocalized()
  if (name.default === '' || localized(name) === name.default) return children
  return (
    <div>
      {children}
      <Text size="xs" c="dimmed" fw={400}>
        {name.default}
      </Text>
    </div>
  )
}

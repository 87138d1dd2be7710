import { Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { AssistantSection } from '#features/assistants/AssistantSection.tsx'
import { FavoriteSection } from '#features/assistants/FavoriteSection.tsx'
import { EmptyState } from '#shared/ui/EmptyState.tsx'
import { PageFrame } from '#shared/ui/PageFrame.tsx'

export function AssistantsPage() {
  const { t } = useTranslation('assistant')
  const [typed, setTyped] = useState('')
  const [keyword] = useDebouncedValue(typed.trim(), 300)
  usePageTitle(t('title'))

  const noMatch = <Text c="dimmed">{t('empty.search', { keyword })}</Text>
  return (
    <PageFrame
      title={t('title')}
      hint={t('hint')}
      aside={
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={typed}
          maxLength={200}
          w={{ base: '100%', xs: 280 }}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      }
    >
      <Stack gap={40}>
        <FavoriteSection
          keyword={keyword}
          empty={keyword ? noMatch : <EmptyState title={t('empty.favorites')} hint={t('empty.favoritesHint')} />}
        />
        <AssistantSection
          title={t('others')}
          scope="others"
          keyword={keyword}
          besides={{ scope: 'favorites', keyword }}
          empty={keyword ? noMatch : <EmptyState title={t('empty.others')} />}
        />
      </Stack>
    </PageFrame>
  )
}

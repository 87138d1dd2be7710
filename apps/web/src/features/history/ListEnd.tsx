import { Button, Center, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type ListEndProps = { hasMore: boolean; isLoading: boolean; onMore: () => void; end: string }

/** Below a list of chats: a button that loads more, or a note that the list is complete. */
export function ListEnd({ hasMore, isLoading, onMore, end }: ListEndProps) {
  const { t } = useTranslation()
  return (
    <Center mt="lg">
      {hasMore ? (
        <Button variant="default" loading={isLoading} onClick={onMore}>
          {t('loadMore')}
        </Button>
      ) : (
        <Text size="sm" c="dimmed" tabIndex={-1} data-focus-home>
          {end}
        </Text>
      )}
    </Center>
  )
}

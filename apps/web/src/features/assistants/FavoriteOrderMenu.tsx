import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { moveFavorite, useChangeFavorites, useFavoriteIds } from './favorites.queries.ts'

/** Moves a favourite up or down in the user's order. */
export function FavoriteOrderMenu({ assistantId, name }: { assistantId: string; name: string }) {
  const { t } = useTranslation('assistant')
  const ids = useFavoriteIds({ read: true }) ?? []
  const change = useChangeFavorites()
  if (ids.length < 2) return null

  const item = (by: -1 | 1) => {
    const order = moveFavorite(ids, assistantId, by)
    return (
      <Menu.Item
        leftSection={by === -1 ? <IconArrowUp size={16} aria-hidden /> : <IconArrowDown size={16} aria-hidden />}
        disabled={order === null}
        onClick={() => order && change.mutate({ replace: order })}
      >
        {t(by === -1 ? 'menu.up' : 'menu.down')}
      </Menu.Item>
    )
  }

  return (
    <Menu width={170}>
      <Menu.Target>
        <ActionIcon aria-label={t('menu.label', { name })} loading={change.isPending}>
          <IconArrowsSort size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {item(-1)}
        {item(1)}
      </Menu.Dropdown>
    </Menu>
  )
}

import { Select } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { memo, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeferredBuilder } from './use-builder.tsx'
import { useWords } from './use-words.ts'

type NodeSearchProps = { ref: Ref<HTMLInputElement>; onOpen: (nodeId: string) => void }

/** Finds a node by its title or name and opens it. */
export const NodeSearch = memo(function NodeSearch({ ref, onOpen }: NodeSearchProps) {
  const { t } = useTranslation('builder')
  const { draft } = useDeferredBuilder()
  const { formatNode } = useWords()
  return (
    <Select
      ref={ref}
      size="xs"
      w={190}
      aria-label={t('search')}
      placeholder={t('search')}
      searchable
      selectFirstOptionOnChange
      leftSection={<IconSearch size={16} aria-hidden />}
      nothingFoundMessage={t('searchNone')}
      data={draft.graph.nodes.map((node) => ({ value: node.id, label: formatNode(node) }))}
      value={null}
      onChange={(id) => id !== null && onOpen(id)}
    />
  )
})

import type { GraphNode } from '@heddle/workflow/graph/graph'
import { ActionIcon, Badge, Button, Menu, Text } from '@mantine/core'
import { IconAlertTriangle, IconDotsVertical, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { NodeForm } from './form/NodeForm.tsx'
import type { Exit } from './graph/draft.ts'
import { listExits } from './graph/exits.ts'
import { createOutline, type OutlineItem } from './graph/outline.ts'
import { NodeIcon } from './NodeIcon.tsx'
import classes from './Outline.module.css'
import { useBuilder } from './use-builder.tsx'
import { useWords } from './use-words.ts'

/** What the items of the outline ask for. */
export type NodeActions = {
  readonly add: (after: Exit | null) => void
  readonly move: (node: GraphNode) => void
  readonly copy: (ids: readonly string[]) => void
  readonly duplicate: (ids: readonly string[]) => void
  readonly remove: (ids: readonly string[]) => void
}

type OutlineProps = {
  actions: NodeActions
  /** Whether the form of the open node is below it, instead of beside the outline. */
  isInline: boolean
}

/** The workflow as a list in the order of the run, with its branches nested. */
export function Outline({ actions, isInline }: OutlineProps) {
  const { t } = useTranslation('builder')
  const { draft } = useBuilder()
  const outline = useMemo(() => createOutline(draft.graph, listExits), [draft.graph])
  return (
    <div className={classes.outline}>
      <Items items={outline.items} label={t('outline.label')} actions={actions} isInline={isInline} />
      {outline.loose.length > 0 && (
        <>
          <Text size="sm" fw={600} mt="lg" mb={6}>
            {t('outline.loose')}
          </Text>
          <Items items={outline.loose} label={t('outline.loose')} actions={actions} isInline={isInline} />
        </>
      )}
      <Button mt="md" variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => actions.add(null)}>
        {t('add.loose')}
      </Button>
    </div>
  )
}

type ItemsProps = OutlineProps & { items: readonly OutlineItem[]; label: string }

function Items({ items, label, ...props }: ItemsProps) {
  return (
    <ol className={classes.list} aria-label={label}>
      {items.map((item) => (
        <Item key={item.node.id} item={item} {...props} />
      ))}
    </ol>
  )
}

function Item({ item: { node, branches }, actions, isInline }: OutlineProps & { item: OutlineItem }) {
  const { t } = useTranslation('builder')
  const { selected, inspected, select, problemsByNode } = useBuilder()
  const { formatTitle, formatType, formatHandle } = useWords()
  const title = formatTitle(node)
  const [exit] = listExits(node)
  const errors = (problemsByNode.get(node.id) ?? []).filter(({ severity }) => severity === 'error').length
  const isOpen = inspected?.id === node.id

  return (
    <li>
      <div className={classes.row} data-selected={selected.has(node.id) || undefined}>
        <button
          type="button"
          className={classes.title}
          id={`outline-${node.id}`}
          aria-expanded={isInline ? isOpen : undefined}
          aria-current={!isInline && isOpen ? true : undefined}
          onClick={() => select(isOpen && isInline ? [] : [node.id])}
        >
          <NodeIcon type={node.type} />
          <span className={classes.words}>
            {title}
            {node.title.trim() !== '' && (
              <Text span size="xs" c="dimmed">
                {formatType(node.type)}
              </Text>
            )}
          </span>
          {errors > 0 && (
            <Badge color="red" variant="light" leftSection={<IconAlertTriangle size={12} aria-hidden />} tt="none">
              {t('problem.count', { count: errors })}
            </Badge>
          )}
        </button>
        {branches.length === 0 && exit !== undefined && (
          <ActionIcon aria-label={t('add.after', { title })} onClick={() => actions.add({ source: node.id, handle: exit })}>
            <IconPlus size={18} aria-hidden />
          </ActionIcon>
        )}
        <Menu>
          <Menu.Target>
            <ActionIcon aria-label={t('actions.of', { title })}>
              <IconDotsVertical size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {node.type !== 'start' && <Menu.Item onClick={() => actions.move(node)}>{t('actions.move')}</Menu.Item>}
            <Menu.Item onClick={() => actions.copy([node.id])}>{t('actions.copy')}</Menu.Item>
            {node.type !== 'start' && <Menu.Item onClick={() => actions.duplicate([node.id])}>{t('actions.duplicate')}</Menu.Item>}
            <Menu.Item color="red" onClick={() => actions.remove([node.id])}>
              {t('actions.remove')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {isInline && isOpen && (
        <section className={classes.form} aria-label={t('form.of', { title })}>
          <NodeForm key={node.type} node={node} />
        </section>
      )}
      {branches.map(({ handle, items }) => {
        const name = formatHandle(node, handle)
        return (
          <div key={handle} className={classes.branch}>
            <div className={classes.handle}>
              <Text span size="sm" fw={550}>
                {name}
              </Text>
              <ActionIcon
                aria-label={t('add.afterBranch', { title, handle: name })}
                onClick={() => actions.add({ source: node.id, handle })}
              >
                <IconPlus size={18} aria-hidden />
              </ActionIcon>
            </div>
            {items.length > 0 && (
              <Items items={items} label={t('outline.branch', { title, handle: name })} actions={actions} isInline={isInline} />
            )}
          </div>
        )
      })}
    </li>
  )
}

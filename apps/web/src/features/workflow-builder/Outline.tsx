import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { ActionIcon, Badge, Button, Checkbox, Group, Menu, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconClipboard,
  IconCopy,
  IconCopyPlus,
  IconDotsVertical,
  IconLayoutGrid,
  IconListCheck,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { memo, type MouseEvent, type ReactNode, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyNodeForm } from './form/LazyNodeForm.tsx'
import { listExits } from './graph/exits.ts'
import { createOutline, listOutlineNodes, type OutlineItem } from './graph/outline.ts'
import { NodeIcon } from './NodeIcon.tsx'
import { isNextStep, type Problem } from './problems.ts'
import classes from './Outline.module.css'
import { NodeRunBadge, TakenExitMark } from './test-pane/node/NodeRunBadge.tsx'
import { useBuilder, useDeferredBuilder } from './use-builder.tsx'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'
import type { NodeActions } from './use-node-actions.ts'
import { useWords } from './use-words.ts'

const noProblems: readonly Problem[] = []

type OutlineProps = {
  actions: NodeActions
  /** Whether the form of the open node is below it, instead of beside the outline. */
  isInline: boolean
  /** Called with each node that is opened: the form may be closed, or its place taken. */
  onOpen: () => void
}

/** The workflow as a list in the order of the run, with its branches nested. */
export function Outline({ actions, isInline, onOpen }: OutlineProps) {
  const { t } = useTranslation('builder')
  const { draft, selected, inspected, select, problemsByNode } = useDeferredBuilder()
  const [isChoosing, setIsChoosing] = useState(false)
  const outline = useMemo(() => createOutline(draft.graph, listExits), [draft.graph])
  const order = useMemo(() => listOutlineNodes(outline).map(({ id }) => id), [outline])
  const noteFocus = useFocusAfterRemoval(order, focusTitle)

  const toggle = useCallback(
    (id: string) => select((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id])),
    [select],
  )
  const open = useCallback(
    (id: string, isAdded: boolean) => {
      if (isAdded) return toggle(id)
      select((before) => (isInline && before.length === 1 && before[0] === id ? [] : [id]))
      onOpen()
    },
    [select, toggle, isInline, onOpen],
  )

  const shared = { actions, isInline, isChoosing, onOpen: open, onToggle: toggle, onFocus: noteFocus }
  const renderItems = (items: readonly OutlineItem[], label: string): ReactNode => (
    <ol className={classes.list} aria-label={label}>
      {items.map(({ node, branches }) => (
        <li key={node.id}>
          <Row
            node={node}
            isBranching={branches.length > 0}
            isSelected={selected.has(node.id)}
            isOpen={!isChoosing && inspected?.id === node.id}
            problems={problemsByNode.get(node.id) ?? noProblems}
            {...shared}
          />
          {isInline && !isChoosing && inspected?.id === node.id && <InlineForm />}
          {branches.map((branch) => (
            <Branch key={branch.handle} node={node} handle={branch.handle} onAdd={actions.add}>
              {(name, title) => branch.items.length > 0 && renderItems(branch.items, t('outline.branch', { title, handle: name }))}
            </Branch>
          ))}
        </li>
      ))}
    </ol>
  )

  return (
    <div className={classes.outline}>
      <Tools
        actions={actions}
        order={order}
        isChoosing={isChoosing}
        onChoose={(next) => {
          setIsChoosing(next)
          // The open node is not a chosen one.
          select((before) => (next && before.length > 1 ? before : []))
        }}
      />
      {renderItems(outline.items, t('outline.label'))}
      {outline.loose.length > 0 && (
        <>
          <Text size="sm" fw={600} mt="lg" mb={6}>
            {t('outline.loose')}
          </Text>
          {renderItems(outline.loose, t('outline.loose'))}
        </>
      )}
      <Button mt="md" variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => actions.add(null)}>
        {t('add.loose')}
      </Button>
    </div>
  )
}

const toTitleId = (id: string) => `outline-${id}`
const focusTitle = (id: string) => document.getElementById(toTitleId(id))?.focus()

type ToolsProps = { actions: NodeActions; order: readonly string[]; isChoosing: boolean; onChoose: (isChoosing: boolean) => void }

/** What concerns several nodes, or all. */
function Tools({ actions, order, isChoosing, onChoose }: ToolsProps) {
  const { t } = useTranslation('builder')
  const { selected, select } = useDeferredBuilder()
  const ids = order.filter((id) => selected.has(id))
  const tools = [
    { key: 'copy', icon: <IconCopy size={16} aria-hidden />, run: () => actions.copy(ids) },
    { key: 'duplicate', icon: <IconCopyPlus size={16} aria-hidden />, run: () => actions.duplicate(ids) },
    { key: 'remove', icon: <IconTrash size={16} aria-hidden />, run: () => actions.remove(ids) },
  ] as const
  return (
    <div className={classes.tools} role="toolbar" aria-label={t('outline.tools')}>
      <Group gap={4}>
        <Button
          size="compact-sm"
          variant={isChoosing ? 'light' : 'subtle'}
          aria-pressed={isChoosing}
          leftSection={<IconListCheck size={16} aria-hidden />}
          onClick={() => onChoose(!isChoosing)}
        >
          {t('outline.choose')}
        </Button>
        <Button size="compact-sm" variant="subtle" leftSection={<IconClipboard size={16} aria-hidden />} onClick={actions.paste}>
          {t('actions.paste')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconLayoutGrid size={16} aria-hidden />}
          onClick={() => void actions.tidy()}
        >
          {t('canvas.tidy')}
        </Button>
      </Group>
      {isChoosing && (
        <Group gap={4}>
          <Checkbox
            mx={8}
            label={t('outline.chosen', { count: ids.length })}
            aria-label={t('outline.all')}
            checked={ids.length === order.length && ids.length > 0}
            indeterminate={ids.length > 0 && ids.length < order.length}
            onChange={(event) => select(event.currentTarget.checked ? order : [])}
          />
          {tools.map(({ key, icon, run }) => (
            <Button
              key={key}
              size="compact-sm"
              variant="subtle"
              color={key === 'remove' ? 'red' : undefined}
              disabled={ids.length === 0}
              leftSection={icon}
              onClick={run}
            >
              {t(`actions.${key}`)}
            </Button>
          ))}
        </Group>
      )}
    </div>
  )
}

/** The form of the open node, with the latest of what is typed. */
function InlineForm() {
  const { t } = useTranslation('builder')
  const { inspected } = useBuilder()
  const { formatTitle } = useWords()
  if (!inspected) return null
  return (
    <section className={classes.form} aria-label={t('form.of', { title: formatTitle(inspected) })}>
      <LazyNodeForm node={inspected} />
    </section>
  )
}

type BranchProps = {
  node: GraphNode
  handle: string
  onAdd: NodeActions['add']
  children: (name: string, title: string) => ReactNode
}

function Branch({ node, handle, onAdd, children }: BranchProps) {
  const { t } = useTranslation('builder')
  const { formatHandle, formatTitle } = useWords()
  const [name, title] = [formatHandle(node, handle), formatTitle(node)]
  return (
    <div className={classes.branch}>
      <div className={classes.handle}>
        <Text span size="sm" fw={550}>
          {name}
        </Text>
        <TakenExitMark nodeId={node.id} handle={handle} />
        <ActionIcon aria-label={t('add.afterBranch', { title, handle: name })} onClick={() => onAdd({ source: node.id, handle })}>
          <IconPlus size={18} aria-hidden />
        </ActionIcon>
      </div>
      {children(name, title)}
    </div>
  )
}

type RowProps = {
  node: GraphNode
  isBranching: boolean
  isSelected: boolean
  isOpen: boolean
  problems: readonly Problem[]
  actions: NodeActions
  isInline: boolean
  /** Whether nodes are chosen for an action on several. */
  isChoosing: boolean
  /** `isAdded`: the node joins those that are selected, or leaves them. */
  onOpen: (id: string, isAdded: boolean) => void
  onToggle: (id: string) => void
  onFocus: (id: string) => void
}

const Row = memo(function Row(props: RowProps) {
  const { node, isBranching, isSelected, isOpen, problems, actions, isInline, isChoosing, onOpen, onToggle, onFocus } = props
  const { t } = useTranslation('builder')
  const { formatTitle, formatType } = useWords()
  const title = formatTitle(node)
  const [exit] = listExits(node)
  const errors = problems.filter((problem) => problem.severity === 'error' && !isNextStep(problem)).length
  const handleClick = (event: MouseEvent) => onOpen(node.id, isChoosing || event.shiftKey || event.ctrlKey || event.metaKey)

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- notes which control inside has the focus
    <div className={classes.row} data-selected={isSelected || undefined} onFocus={() => onFocus(node.id)}>
      {isChoosing && (
        <Checkbox
          className={classes.check}
          aria-label={t('outline.check', { title })}
          checked={isSelected}
          onChange={() => onToggle(node.id)}
        />
      )}
      <button
        type="button"
        className={classes.title}
        id={toTitleId(node.id)}
        aria-expanded={isInline && !isChoosing ? isOpen : undefined}
        aria-current={!isInline && isOpen ? true : undefined}
        onClick={handleClick}
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
        <NodeRunBadge id={node.id} />
        {errors > 0 && (
          <Badge color="red" variant="light" leftSection={<IconAlertTriangle size={12} aria-hidden />} tt="none">
            {t('problem.count', { count: errors })}
          </Badge>
        )}
        {errors === 0 && problems.some(isNextStep) && (
          <Badge color="gray" variant="light" tt="none">
            {t('problem.nextStep')}
          </Badge>
        )}
      </button>
      {!isBranching && exit !== undefined && (
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
  )
})

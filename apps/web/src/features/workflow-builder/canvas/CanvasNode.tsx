import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import { NodeIcon } from '../NodeIcon.tsx'
import { NodeRunBadge } from '../test-pane/node/NodeRunBadge.tsx'
import classes from './Canvas.module.css'

export type NodeWords = {
  readonly type: string
  readonly title: string
  readonly typeName: string
  /** What it is set to, a line each. */
  readonly settings: readonly string[]
  readonly exits: readonly { readonly handle: string; readonly name: string }[]
}
export type CanvasNodeData = {
  readonly words: NodeWords
  readonly errors: number
  readonly warnings: number
}
export type FlowNode = Node<CanvasNodeData, 'step'>

/** A node as a box. No control is inside: a screen reader reads the outline, and Enter opens the form. */
export const CanvasNode = memo(function CanvasNode({ id, data, selected }: NodeProps<FlowNode>) {
  const { words, errors, warnings } = data
  const { type, title, typeName, settings, exits } = words
  const [only, ...others] = exits
  const isBranching = others.length > 0
  return (
    <div className={classes.node} data-selected={selected || undefined} data-errors={errors > 0 || undefined}>
      <div className={classes.run}>
        <NodeRunBadge id={id} />
      </div>
      {type !== 'start' && <Handle type="target" position={Position.Left} />}
      <div className={classes.nodeHead}>
        <NodeIcon type={type} />
        <div className={classes.nodeWords}>
          <div className={classes.nodeTitle}>{title}</div>
          {title !== typeName && <div className={`${classes.nodeDetail} ${classes.nodeType}`}>{typeName}</div>}
          {settings.map((setting, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the lines of one node have no other identity
            <div key={index} className={`${classes.nodeDetail} ${classes.nodeSetting}`}>
              {setting}
            </div>
          ))}
        </div>
        {errors + warnings > 0 && (
          <span className={classes.badge} data-errors={errors > 0 || undefined}>
            {errors > 0 ? errors : warnings}
          </span>
        )}
      </div>
      {isBranching &&
        exits.map(({ handle, name }) => (
          <div key={handle} className={classes.exit}>
            <span className={classes.exitName} title={name}>
              {name}
            </span>
            <Handle type="source" position={Position.Right} id={handle} />
          </div>
        ))}
      {!isBranching && only && <Handle type="source" position={Position.Right} id={only.handle} />}
    </div>
  )
})

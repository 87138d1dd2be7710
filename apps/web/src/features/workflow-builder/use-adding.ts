import type { WorkflowNodeType } from '@heddle/contracts/workflow/workflow-graph'
import { createNode } from '@heddle/workflow/model/graph/new-node'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { focusField } from './form/focus-field.ts'
import { createNodeId, type Exit, type NodePosition } from './graph/draft.ts'
import { listExits } from './graph/exits.ts'
import type { Builder } from './use-builder.tsx'

/** Adds nodes, from the palette or by a dialog; `onAdded` shows the form of one, whose title gets the focus. */
export function useAdding({ readDraft, run, select }: Builder, onAdded: () => void) {
  const { t } = useTranslation('builder')
  const [asked, setAsked] = useState<{ after: Exit | null } | null>()
  const added = useRef<string | null>(null)

  const add = useCallback(
    (type: WorkflowNodeType, after: Exit | null, position?: NodePosition) => {
      const { nodes } = readDraft().graph
      const id = createNodeId(type, new Set(nodes.map((node) => node.id)))
      const name = t(`type.${type}`)
      const sameType = nodes.filter((node) => node.type === type).length
      const node = createNode(type, id, sameType === 0 ? name : `${name} ${sameType + 1}`)
      const [exit] = listExits(node)
      run({ type: 'add', node, ...(position && { position }), ...(after && { after }), ...(exit !== undefined && { exit }) })
      setAsked(null)
      select([id])
      onAdded()
      focusField(id, 'title')
      added.current = id
    },
    [t, readDraft, run, select, onAdded],
  )
  const ask = useCallback((after: Exit | null) => {
    added.current = null
    setAsked({ after })
  }, [])

  const dialog = {
    isOpen: asked !== null && asked !== undefined,
    wasAsked: asked !== undefined,
    onChoose: (type: WorkflowNodeType) => add(type, asked?.after ?? null),
    onClose: () => setAsked(null),
    // A dialog gives the focus back when it closes: that of an added node goes to its form after that.
    onClosed: () => {
      if (added.current !== null) focusField(added.current, 'title')
    },
  }
  return { add, ask, dialog }
}

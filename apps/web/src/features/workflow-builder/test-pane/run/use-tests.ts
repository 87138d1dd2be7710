import { RunStreamEvent, runWorkflow } from '@heddle/contracts/trial/workflow-run'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { openEventStream } from '#shared/api/event-stream.ts'
import { testRunsKey } from './test.queries.ts'
import type { NodeRun } from './test-run.ts'
import { type TestState, TestStore } from './test-store.ts'

export const TestStoreContext = createContext<TestStore | null>(null)

/** Creates the tests of a workflow; what is running ends with the component. */
export function useCreateTests(workflowId: string): TestStore {
  const queryClient = useQueryClient()
  const [store] = useState(
    () =>
      new TestStore(workflowId, {
        run: (body, signal) => openEventStream(runWorkflow, RunStreamEvent, { params: { id: workflowId }, body, signal }),
        onEnded: () => void queryClient.invalidateQueries({ queryKey: testRunsKey(workflowId) }),
        requestFrame: (callback) => void requestAnimationFrame(callback),
      }),
  )
  useEffect(() => () => store.stop(), [store])
  return store
}

export function useTestStore(): TestStore {
  const store = useContext(TestStoreContext)
  if (!store) throw new Error('useTestStore needs a TestStoreContext')
  return store
}

/** Returns a part of the state. Only a change of this part renders the component, so `select` returns no new object. */
export function useTests<Part>(select: (state: TestState) => Part): Part {
  const { subscribe, getState } = useTestStore()
  return useSyncExternalStore(subscribe, () => select(getState()))
}

/** Returns what a node did in the shown run. Only a change of this node renders the component. */
export function useNodeRun(id: string): NodeRun | undefined {
  const store = useTestStore()
  return useSyncExternalStore(store.subscribe, () => store.getNodeRun(id))
}

// The tests of one workflow, outside React: the turns of the test, and the run that the nodes show. It publishes what has arrived at most once
// a frame, and each node reads its own part, so that a change of one does not render the others.
import { limits } from '@heddle/contracts/limits'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import type { RunStreamEvent, RunValues, runWorkflow } from '@heddle/contracts/trial/workflow-run'
import type { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import { NetworkError } from '#shared/api/errors.ts'
import { createStore, oncePerFrame } from '#shared/external-store.ts'
import type { DraftGraph } from '../../graph/draft.ts'
import { applyRunEvent, beginRun, endRun, type NodeRun, type TestRun, type TestRunEnd } from './test-run.ts'

type RunBody = EndpointRequest<typeof runWorkflow>['body']

/** What a question is asked with. */
export type TestOptions = Pick<RunBody, 'model' | 'response_language' | 'file_ids'>

/** A question with its runs: two when they are compared. */
export type TestExchange = {
  readonly key: number
  readonly question: string
  readonly options: TestOptions
  readonly runs: readonly TestRun[]
}

export type Question = {
  readonly question: string
  readonly options: TestOptions
  /** The draft on the screen. */
  readonly graph: DraftGraph
  /** What is tested: one or two versions, null for the draft. */
  readonly versions: readonly (number | null)[]
}

export type NodeTest = {
  readonly nodeId: string
  readonly question: string
  readonly graph: DraftGraph
  /** The outputs of the nodes before it. */
  readonly values: RunValues
}

export type TestState = {
  readonly turns: readonly TestExchange[]
  /** The run whose trace is on the nodes; null without one. */
  readonly shown: TestRun | null
  readonly isRunning: boolean
}

type Port = {
  readonly run: (body: RunBody, signal: AbortSignal) => Promise<AsyncIterable<RunStreamEvent>>
  /** Called when a run has ended, which is kept then. */
  readonly onEnded: () => void
  /** Runs once, before the next paint. */
  readonly requestFrame: (callback: () => void) => void
}

type RunPosition = { readonly turn: number; readonly side: number }

export class TestStore {
  readonly workflowId: string
  readonly #port: Port
  readonly #running = new Map<AbortController, RunPosition>()
  readonly #store = createStore<TestState>({ turns: [], shown: null, isRunning: false })
  #turns: readonly TestExchange[] = []
  /** The shown run of the turns, or a kept one. */
  #shown: RunPosition | TestRun | null = null
  #nextKey = 1
  readonly #emitOnFrame: () => void

  constructor(workflowId: string, port: Port) {
    this.workflowId = workflowId
    this.#port = port
    this.#emitOnFrame = oncePerFrame(port.requestFrame, () => this.#emit())
  }

  readonly subscribe = this.#store.subscribe

  readonly getState = this.#store.read

  /** Returns what a node did in the shown run; undefined when it was not reached. */
  getNodeRun(id: string): NodeRun | undefined {
    return this.getState().shown?.nodes.get(id)
  }

  /** Asks a question, after the earlier turns. Does nothing while another one is running. */
  ask({ question, options, graph, versions }: Question): void {
    if (this.#running.size > 0) return
    const earlier = this.#turns
    const key = this.#addTurn(
      question,
      options,
      versions.map((version) => beginRun({ question, version, graph })),
    )
    for (const [side, version] of versions.entries()) {
      const target = version === null ? { graph: toContract(graph) } : { version }
      void this.#follow({ turn: key, side }, { ...target, question, ...options, history: listHistory(earlier, side) })
    }
  }

  /** Asks the last question again in its place. */
  repeat({ graph, versions }: Pick<Question, 'graph' | 'versions'>): void {
    const last = this.#turns.at(-1)
    if (!last || this.#running.size > 0) return
    this.#turns = this.#turns.slice(0, -1)
    this.ask({ question: last.question, options: last.options, graph, versions })
  }

  /** Runs a node alone; the other nodes keep the trace of the shown run. */
  runNode({ nodeId, question, graph, values }: NodeTest): void {
    if (this.#running.size > 0) return
    const before = this.getState().shown
    const run = beginRun({ question, version: null, graph, alone: { nodeId, before } })
    // It reads the files that the last question had.
    const files = pickFiles(this.#turns.at(-1)?.options)
    const key = this.#addTurn(question, files, [run])
    void this.#follow(
      { turn: key, side: 0 },
      {
        graph: toContract(graph),
        question,
        ...files,
        node_id: nodeId,
        values,
        ...(before?.valuesRunId && { values_from_run_id: before.valuesRunId }),
      },
    )
  }

  stop(): void {
    for (const [controller, position] of this.#running) {
      controller.abort()
      this.#change(position, (run) => endRun(run, { kind: 'stopped' }))
    }
    this.#running.clear()
    this.#emit()
  }

  /** Ends what is running and forgets the turns. */
  restart(): void {
    this.stop()
    this.#turns = []
    this.#shown = null
    this.#emit()
  }

  /** Shows the trace of a run on the nodes: one of the turns, or a kept one. */
  show(run: TestRun): void {
    this.#shown = this.#find(run) ?? run
    this.#emit()
  }

  #addTurn(question: string, options: TestOptions, runs: readonly TestRun[]): number {
    const key = this.#nextKey
    this.#nextKey += 1
    this.#turns = [...this.#turns, { key, question, options, runs }]
    this.#shown = { turn: key, side: 0 }
    return key
  }

  async #follow(position: RunPosition, body: RunBody): Promise<void> {
    const controller = new AbortController()
    this.#running.set(controller, position)
    this.#emit()
    let end: TestRunEnd = { kind: 'broken', error: new NetworkError('The stream ended without its last event') }
    try {
      for await (const event of await this.#port.run(body, controller.signal)) {
        if (controller.signal.aborted) return
        this.#change(position, (run) => applyRunEvent(run, event))
        this.#emitOnFrame()
      }
    } catch (error) {
      end = { kind: 'broken', error }
    } finally {
      this.#port.onEnded()
    }
    // A stopped run has its end already.
    if (!this.#running.delete(controller)) return
    this.#change(position, (run) => (run.end ? run : endRun(run, end)))
    this.#emit()
  }

  #change({ turn, side }: RunPosition, change: (run: TestRun) => TestRun): void {
    this.#turns = this.#turns.map((known) =>
      known.key === turn ? { ...known, runs: known.runs.map((run, index) => (index === side ? change(run) : run)) } : known,
    )
  }

  #find(wanted: TestRun): RunPosition | null {
    for (const { key, runs } of this.#turns) {
      const side = runs.findIndex((run) => run === wanted || (run.id !== null && run.id === wanted.id))
      if (side !== -1) return { turn: key, side }
    }
    return null
  }

  #emit(): void {
    const position = this.#shown
    const shown =
      position === null || !('turn' in position)
        ? position
        : (this.#turns.find(({ key }) => key === position.turn)?.runs[position.side] ?? null)
    this.#store.set({ turns: this.#turns, shown, isRunning: this.#running.size > 0 })
  }
}

const pickFiles = (options: TestOptions | undefined): TestOptions => (options?.file_ids ? { file_ids: options.file_ids } : {})

// A draft that breaks the contract is refused by the service; the panel asks for no such run.
const toContract = (graph: DraftGraph): WorkflowGraph => graph as WorkflowGraph

/** Returns the last turns as the service takes them, without those of single nodes, unanswered ones and failures. */
function listHistory(turns: readonly TestExchange[], side: number): NonNullable<RunBody['history']> {
  return turns
    .flatMap(({ question, runs }) => {
      const run = runs[side] ?? runs[0]
      if (!run || run.nodeId !== null || run.text === '') return []
      return [
        { role: 'user' as const, content: question },
        { role: 'assistant' as const, content: run.text },
      ]
    })
    .slice(-limits.testRunHistory)
}

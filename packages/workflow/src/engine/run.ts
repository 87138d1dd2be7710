// Runs a workflow: each node as soon as it is ready (run-state.ts), several concurrently where the graph has branches.
import type { WorkflowEvent } from '../model/events.ts'
import {
  closeAttempts,
  failAttempt,
  finishNode,
  prepareRun,
  reportCutTexts,
  reportUnusedFiles,
  reportWaiting,
  startReadyNodes,
  updateReply,
  type RunningWorkflow,
} from './node-lifecycle.ts'
import type { NodeEvent } from '../model/node-type.ts'
import { addTracedUsage } from './trace.ts'
import type { NodeResult } from '../model/value.ts'
import { WorkflowError } from '../model/workflow-error.ts'

/**
 * Runs a workflow and yields its events as they happen. Returns when the reply is complete. With `input.soFar` the reply is continued
 * from there: see continuation.ts.
 * Throws a `WorkflowGraphError` before the first event when the graph breaks a rule, the error of the first node that fails the run,
 * a `WorkflowError` when no answer was reached or the reply ends with a text that the model's limit has cut, and the signal's reason when it is aborted; never before each started node has emitted
 * its usage and its end. To stop a run, abort the signal and read on to the end: leaving the loop early loses the usage.
 */
export async function* runWorkflow(options: RunningWorkflow): AsyncGenerator<WorkflowEvent, void> {
  const run = prepareRun(options)
  const { composer, inbox, running, thoughts } = run
  try {
    // What is known before the first node has run: an answer that runs alone.
    for (const event of updateReply(run)) yield event
    for (;;) {
      for (const event of startReadyNodes(run)) yield event
      if (running.size === 0) break
      // Hot path: one loop without a generator around it, because every token passes here and each layer costs a few microseconds.
      for (;;) {
        let started = run.only
        let result: IteratorResult<NodeEvent, NodeResult> | undefined
        let error: unknown
        if (started && !started.attempt.isAwaited && !started.attempt.canBeAbandoned) {
          try {
            result = await started.attempt.events.next()
          } catch (thrown) {
            error = thrown
          }
        } else {
          for (const { attempt } of running.values()) inbox.request(attempt)
          const arrival = await inbox.next()
          started = running.get(arrival.attempt.node.id) ?? null
          // Later events of an abandoned attempt are ignored.
          if (started?.attempt !== arrival.attempt) continue
          ;({ result, error } = arrival)
        }
        if (!result) {
          for (const event of failAttempt(run, started, error)) yield event
          break
        }
        if (result.done) {
          for (const event of finishNode(run, started, result.value)) yield event
          break
        }
        const { attempt } = started
        const event = result.value
        if (event.type === 'piece') {
          const text = composer.addPiece(attempt.node.id, event.field, event.text)
          if (text === '') continue
          attempt.hasShown = true
          yield { type: 'delta', text }
        } else if (event.type === 'reasoning') {
          const text = thoughts.add(attempt.node.id, event.text)
          if (text === '') continue
          attempt.hasShown = true
          yield { type: 'reasoning', text }
        } else if (event.type === 'retracted') {
          composer.retract(attempt.node.id, event.field)
          for (const shown of updateReply(run)) yield shown
        } else if (event.type === 'waiting') {
          yield reportWaiting(started, event.ahead)
        } else {
          if (event.type === 'usage') {
            const { model, answeredBy } = event
            started.usage = addTracedUsage(started.usage, event)
            if (answeredBy && answeredBy.name !== model) started.fallback = { asked: model, answered: answeredBy.name }
            yield { ...event, attempt: attempt.number }
            continue
          }
          if (event.type !== 'call') attempt.hasShown = true
          yield event
        }
      }
    }
  } finally {
    await closeAttempts(run)
  }
  if (run.failure) throw run.failure.error
  if (!options.only && run.answers.every(({ id }) => run.state.isSkipped(id))) throw new WorkflowError('REPLY_EMPTY')
  for (const notice of reportUnusedFiles(run)) yield notice
  for (const notice of reportCutTexts(run)) yield notice
  const rest = composer.finish()
  if (rest) yield { type: 'delta', text: rest }
}

// How much of a test run is kept.
import type { RunTrace } from '@heddle/contracts/trial/workflow-run'
import type { NodeOutput } from '@heddle/workflow/model/value'

/** UTF-16 units of a kept trace as JSON. */
export const maxTraceLength = 1_000_000
/** UTF-16 units of the kept values as JSON: of one node, and of all. */
export const maxValuesLength = { node: 65_536, run: 500_000 }

/** What the texts of a trace are cut to, until it is short enough. */
const textLengths = [4_000, 1_000, 250, 50, 0]

/** Returns the trace, with every text cut to the same length when it is too long. */
export function boundTrace(trace: readonly RunTrace[]): readonly RunTrace[] {
  let bounded = trace
  for (const length of textLengths) {
    if (JSON.stringify(bounded).length <= maxTraceLength) return bounded
    bounded = trace.map((node) => cutTrace(node, length))
  }
  return bounded
}

function cutTrace(trace: RunTrace, length: number): RunTrace {
  if (trace.status === 'skipped') return trace
  return trace.status === 'started'
    ? { ...trace, input: cutTexts(trace.input, length) }
    : { ...trace, output: cutTexts(trace.output, length) }
}

type TracedTexts = Extract<RunTrace, { status: 'started' }>['input']

const cutTexts = (texts: TracedTexts, length: number): TracedTexts =>
  Object.fromEntries(
    Object.entries(texts).map(([name, value]) => [
      name,
      value.text.length > length ? { text: value.text.slice(0, length).toWellFormed(), is_cut: true } : value,
    ]),
  )

/** Returns the outputs without those that are too long to be kept. */
export function boundValues(outputs: Readonly<Record<string, NodeOutput>>): Readonly<Record<string, NodeOutput>> {
  let total = 0
  const kept = Object.entries(outputs).filter(([, output]) => {
    const { length } = JSON.stringify(output)
    if (length > maxValuesLength.node || total + length > maxValuesLength.run) return false
    total += length
    return true
  })
  return Object.fromEntries(kept)
}

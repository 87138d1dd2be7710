// A call of a tool that no one has offered, as models send it that were trained to.
import type { Switches } from './switches.ts'

const called = { name: 'search_web', arguments: '{"query":"cotton shrinkage"}' }

/** Returns the fields of a message with the call; none without the switch. */
export function createToolCall({ call_tool: form }: Switches): Readonly<Record<string, unknown>> {
  if (form === undefined) return {}
  return form === 'function_call'
    ? { function_call: called }
    : { tool_calls: [{ index: 0, id: 'call-1', type: 'function', function: called }] }
}

/** Returns the pieces in which a stream has the call: its name first, then its arguments. */
export function* splitToolCall({ call_tool: form }: Switches): Generator<Readonly<Record<string, unknown>>> {
  if (form === undefined) return
  const half = called.arguments.length / 2
  for (const piece of [
    { name: called.name, arguments: '' },
    { arguments: called.arguments.slice(0, half) },
    { arguments: called.arguments.slice(half) },
  ]) {
    if (form === 'function_call') yield { function_call: piece }
    else yield { tool_calls: [{ index: 0, ...('name' in piece && { id: 'call-1', type: 'function' }), function: piece }] }
  }
}

/** Returns what the server says of the end. */
export const chooseFinish = ({ finish, call_tool: form }: Switches): string => finish ?? form ?? 'stop'

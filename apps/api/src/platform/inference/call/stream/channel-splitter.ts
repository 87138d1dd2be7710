// Separates the channels of gpt-oss, for servers that pass on its format as text: https://cookbook.openai.com/articles/openai-harmony

import type { ToolCall } from '@heddle/workflow/model/ports'

const token = /<\|(start|channel|message|constrain|end|return|call)\|>/
const partialToken = /<(?:\|[a-z]*\|?)?$/
const role = 'assistant'

/** How a text in this format begins, also where the server leaves out its first tokens. */
export const channelBeginning = /^(?:<\|(?:start|channel|message)\|>|(?:assistant|analysis|commentary|final)<\|(?:channel|message)\|>)/
export const channelBeginnings: readonly string[] = [
  '<|start|>',
  '<|channel|>',
  '<|message|>',
  ...[role, 'analysis', 'commentary', 'final'].flatMap((word) => [`${word}<|channel|>`, `${word}<|message|>`]),
]

export type Emit = (type: 'reasoning' | 'text', text: string) => void
export type OnToolCall = (call: Pick<ToolCall, 'name' | 'arguments'>) => void

/**
 * Returns a splitter that emits the final channel, and what stands outside of any, as text. The analysis is reasoning, as is a
 * commentary, which is about tools; a message to a recipient is the call of a tool.
 */
export function createChannelSplitter(emit: Emit, onToolCall?: OnToolCall) {
  let state: 'outside' | 'header' | 'body' = 'outside'
  let channel = ''
  let header = ''
  let kind: 'reasoning' | 'text' | null = null
  let call: { name: string; arguments: string } | null = null
  let pending = ''

  function push(piece: string) {
    let text = pending + piece
    pending = ''
    for (let found = token.exec(text); found; found = token.exec(text)) {
      readBody(text.slice(0, found.index), true)
      readToken(found[1] ?? '')
      text = text.slice(found.index + found[0].length)
    }
    const partial = partialToken.exec(text)
    pending = partial?.[0] ?? ''
    readBody(partial ? text.slice(0, partial.index) : text, false)
  }

  function readToken(name: string) {
    endCall()
    if (name === 'message') {
      state = 'body'
      kind = chooseKind()
      if (!kind) call = { name: readRecipient(), arguments: '' }
    } else if (name === 'start' || name === 'channel') {
      header = state === 'header' ? `${header} ` : ''
      channel = ''
      state = 'header'
    } else if (name !== 'constrain') {
      state = 'outside'
      kind = null
      channel = ''
      header = ''
    }
  }

  function chooseKind(): typeof kind {
    if (readRecipient() !== '') return null
    const name = channel.trim().split(/\s/, 1)[0]
    return name === 'final' || name === '' || name === role ? 'text' : 'reasoning'
  }

  /** Returns the name of the called tool, which may be in either part of the header. */
  function readRecipient(): string {
    return /(?:^|\s)to=(?:functions\.)?(\S+)/.exec(header)?.[1] ?? ''
  }

  function endCall() {
    if (call) onToolCall?.(call)
    call = null
  }

  function readBody(text: string, isFollowedByToken: boolean) {
    if (text === '') return
    if (state === 'header') {
      header += text
      channel += text
    } else if (state === 'body') {
      if (kind) emit(kind, text)
      else if (call) call.arguments += text
    } else readOutside(text, isFollowedByToken)
  }

  /** Between two messages stands nothing, or the head of the next without its first token. */
  function readOutside(text: string, isFollowedByToken: boolean) {
    const word = text.trim()
    if (word === '') return
    if (/^(?:assistant|analysis|commentary|final)$/.test(word) && isFollowedByToken) {
      header = word
      channel = word
    } else if (!isFollowedByToken && channelBeginnings.some((beginning) => beginning.startsWith(word))) pending = text + pending
    else {
      emit('text', text.trimStart())
      state = 'body'
      kind = 'text'
    }
  }

  /** Emits the pending text at the end of the stream. */
  function end() {
    if (pending !== '' && state === 'body' && kind) emit(kind, pending)
    pending = ''
    endCall()
  }

  return { push, end }
}

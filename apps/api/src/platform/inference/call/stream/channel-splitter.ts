// Separates the channels of gpt-oss, for servers that pass on its format as text: https://cookbook.openai.com/articles/openai-harmony

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

/**
 * Returns a splitter that emits the final channel, and what stands outside of any, as text. The analysis is reasoning, as is a
 * commentary, which is about tools; calls of tools are left out: no one offers any.
 */
export function createChannelSplitter(emit: Emit) {
  let state: 'outside' | 'header' | 'body' = 'outside'
  let channel = ''
  let header = ''
  let kind: 'reasoning' | 'text' | null = null
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
    if (name === 'message') {
      state = 'body'
      kind = chooseKind()
    } else if (name === 'start' || name === 'channel') {
      if (state !== 'header') header = ''
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
    // A recipient may be in either part of the header.
    if (/(?:^|\s)to=/.test(header)) return null
    const name = channel.trim().split(/\s/, 1)[0]
    return name === 'final' || name === '' || name === role ? 'text' : 'reasoning'
  }

  function readBody(text: string, isFollowedByToken: boolean) {
    if (text === '') return
    if (state === 'header') {
      header += text
      channel += text
    } else if (state === 'body') {
      if (kind) emit(kind, text)
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
  }

  return { push, end }
}

// Separates reasoning from text for endpoints that send it inside the text, as `<think>…</think>` before the answer (vLLM and Ollama
// without a reasoning parser). Works on the stream, wherever the tags are cut.
const opening = '<think>'
const closing = '</think>'

export type Emit = (type: 'reasoning' | 'text', text: string) => void

/**
 * Returns a splitter that emits each piece as reasoning or as text. Tags count only before the answer has begun; white space around
 * the tags is dropped.
 */
export function createThinkSplitter(emit: Emit) {
  let state: 'before' | 'opened' | 'thinking' | 'closed' | 'answer' = 'before'
  /** Text that may be part of a tag or white space beside one, until the next piece decides. */
  let pending = ''

  function push(piece: string) {
    if (state === 'answer') return emit('text', piece)
    const text = pending + piece
    pending = ''
    if (state === 'before') return pushBefore(text)
    if (state === 'closed') return pushAnswer(text)
    pushThought(text)
  }

  function pushBefore(text: string) {
    const begun = text.trimStart()
    if (begun.startsWith(opening)) {
      state = 'opened'
      pushThought(begun.slice(opening.length))
    } else if (opening.startsWith(begun)) {
      pending = text
    } else {
      state = 'answer'
      emit('text', text)
    }
  }

  function pushThought(text: string) {
    const thought = state === 'opened' ? text.trimStart() : text
    if (thought === '') return
    state = 'thinking'
    const close = thought.indexOf(closing)
    if (close === -1) {
      const safe = findSafeLength(thought)
      pending = thought.slice(safe)
      return emitSome('reasoning', thought.slice(0, safe))
    }
    emitSome('reasoning', thought.slice(0, close).trimEnd())
    state = 'closed'
    pushAnswer(thought.slice(close + closing.length))
  }

  function pushAnswer(text: string) {
    const answer = text.trimStart()
    if (answer === '') return
    state = 'answer'
    emit('text', answer)
  }

  function emitSome(type: 'reasoning' | 'text', text: string) {
    if (text !== '') emit(type, text)
  }

  /** Emits the pending text at the end of the stream. */
  function end() {
    emitSome(state === 'thinking' ? 'reasoning' : 'text', pending)
    pending = ''
  }

  return { push, end }
}

/** Returns the length of the part that can neither belong to the closing tag nor be white space before it. */
function findSafeLength(thought: string): number {
  const tag = thought.lastIndexOf('<')
  const mayBeTag = tag !== -1 && closing.startsWith(thought.slice(tag))
  return (mayBeTag ? thought.slice(0, tag) : thought).trimEnd().length
}

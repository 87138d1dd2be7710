// Separates reasoning from text for servers that send it inside the text, without a parser of their own for it. Works on the stream,
// wherever the marks are cut.
import type { ReasoningFormat } from '@heddle/contracts/model/model-endpoint'
import type { FinishReason } from '@heddle/workflow/model/ports'
import { channelBeginning, channelBeginnings, createChannelSplitter, type Emit, type OnToolCall } from './channel-splitter.ts'
import { endsThoughts } from './stray-closing.ts'
import { answerMarks, beginsWith, createMarks, loneClosings, type Marks, thinkTags } from './think-tags.ts'

type SplitterOptions = {
  /** Whether the model's template begins the thoughts, so that only their end is in the text. */
  readonly beginsInside?: boolean
  readonly emit: Emit
  /** Called when all text that was emitted has turned out to be reasoning. */
  readonly onTextWasReasoning?: () => void
  /** Called with the format in which thoughts are found; with `auto` when they are not where they were assumed. */
  readonly onFormat?: (format: ReasoningFormat) => void
  readonly onToolCall?: OnToolCall
}

type State =
  /** Nothing but white space, thoughts and their marks has come. */
  | 'before'
  | 'thinking'
  | 'channels'
  /** The answer, in which a closing mark may show that it was reasoning. */
  | 'watched'
  /** The answer, up to the mark at its end. */
  | 'wrapped'
  | 'answer'

const tags = thinkTags.map(({ open, close }) => ({ open, close: createMarks(close) }))
const anyClosing = createMarks(loneClosings)
/** The last two are gpt-oss whose beginning is in the template. */
const watchedMarks = createMarks([...loneClosings, '<|start|>assistant<|channel|>', '<|channel|>final<|message|>'])
/** Channels of gpt-oss without their special tokens: `analysisWe need to …assistantfinal…`. */
const lostOpening = 'analysis'
const lostClosing = createMarks(['assistantfinal'])
const wrappers = answerMarks.map((mark) => ({ ...mark, close: createMarks([mark.close]) }))
/** What each watched mark begins with. */
const mayBeginMark = /[<[◁]/
const lostBeginning = new RegExp(`^${lostOpening}(?=[\\p{Lu}\\p{Lo}])`, 'u')

/**
 * Returns a splitter that emits each piece as reasoning or as text. An opening mark counts only before the answer has begun, and a
 * closing one alone only once and not in code; white space around the marks is dropped.
 */
export function createThinkSplitter({ beginsInside = false, emit, onTextWasReasoning, onFormat, onToolCall }: SplitterOptions) {
  let state: State = 'before'
  /** Text that may be part of a mark or white space beside one, until the next piece decides. */
  let pending = ''
  /** What ends the thoughts, or the answer. */
  let closing: Marks = anyClosing
  let isAssumed = beginsInside
  let assumedFormat: ReasoningFormat = 'begins_inside'
  let hasThoughts = false
  /** Whether the next piece is the first after an opening mark. */
  let isFirst = true
  /** The text so far of an answer that is watched, and thoughts without an opening mark. */
  let emitted = ''

  const channels = createChannelSplitter(emit, onToolCall)

  function push(piece: string) {
    if (state === 'answer') return emit('text', piece)
    if (state === 'channels') return channels.push(piece)
    if (state === 'watched' && pending === '' && !mayBeginMark.test(piece)) return emitWatched(piece)
    const text = pending + piece
    pending = ''
    if (state === 'before') pushBefore(text)
    else if (state === 'watched') pushWatched(text)
    else pushInside(text)
  }

  function pushBefore(text: string) {
    const begun = text.trimStart()
    if (readBeginning(begun)) return
    const mayBegin = [...beginnings(), ...channelBeginnings].some((mark) => beginsWith(begun, mark) === 'partly')
    if (lostOpening.startsWith(begun) || mayBegin) pending = text
    else if (hasThoughts) {
      state = 'answer'
      emit('text', begun)
    } else if (isAssumed) startThoughts(anyClosing, text)
    else if (lostBeginning.test(begun)) {
      isAssumed = true
      assumedFormat = 'channels'
      startThoughts(lostClosing, begun.slice(lostOpening.length))
    } else {
      state = 'watched'
      pushWatched(text)
    }
  }

  /** Reads the mark that the text begins with; returns false when there is none. */
  function readBeginning(begun: string): boolean {
    for (const { open, close } of tags) {
      const mark = open.find((each) => beginsWith(begun, each) === true)
      if (mark === undefined) continue
      isAssumed = false
      onFormat?.('tags')
      startThoughts(close, begun.slice(mark.length))
      return true
    }
    if (channelBeginning.test(begun)) {
      onFormat?.('channels')
      startChannels(begun)
      return true
    }
    const stray = loneClosings.find((mark) => beginsWith(begun, mark) === true)
    if (stray !== undefined) {
      endInside(begun.slice(stray.length))
      return true
    }
    const wrapper = wrappers.find(({ open, isPlain }) => (!isPlain || hasThoughts) && beginsWith(begun, open) === true)
    if (!wrapper) return false
    state = 'wrapped'
    closing = wrapper.close
    isFirst = true
    pushInside(begun.slice(wrapper.open.length))
    return true
  }

  function* beginnings() {
    for (const { open } of tags) yield* open
    yield* loneClosings
    for (const { open, isPlain } of wrappers) if (!isPlain || hasThoughts) yield open
  }

  function startThoughts(close: Marks, text: string) {
    state = 'thinking'
    closing = close
    isFirst = true
    pushInside(text)
  }

  function startChannels(text: string) {
    state = 'channels'
    channels.push(text)
  }

  /** Reads thoughts, or a wrapped answer, up to their closing mark. */
  function pushInside(text: string) {
    const inside = isFirst ? text.trimStart() : text
    if (inside === '') return
    isFirst = false
    const found = closing.find(inside)
    const length = found ? found.index : closing.measureSafe(inside)
    const safe = inside.slice(0, length).trimEnd()
    if (safe !== '') {
      if (isAssumed) emitted += safe
      emit(state === 'thinking' ? 'reasoning' : 'text', safe)
    }
    if (!found) pending = inside.slice(safe.length)
    else endInside(inside.slice(found.index + found[0].length))
  }

  /** Reads what follows a closing mark. */
  function endInside(rest: string) {
    state = 'before'
    if (isAssumed && emitted !== '') onFormat?.(assumedFormat)
    isAssumed = false
    hasThoughts = true
    pushBefore(rest)
  }

  function pushWatched(text: string) {
    const found = watchedMarks.find(text)
    if (!found) {
      const length = watchedMarks.measureSafe(text)
      pending = text.slice(length)
      return emitWatched(text.slice(0, length))
    }
    const after = text.slice(found.index + found[0].length)
    emitWatched(text.slice(0, found.index))
    // What follows tells whether the mark ends thoughts.
    if (after.trimStart() === '') pending = found[0] + after
    else readStray(found[0], after)
  }

  function readStray(mark: string, after: string) {
    if (!endsAllThoughts(mark, after)) {
      emitWatched(mark)
      return pushWatched(after)
    }
    onTextWasReasoning?.()
    emitted = ''
    if (!isChannelMark(mark)) {
      onFormat?.('begins_inside')
      return endInside(after)
    }
    onFormat?.('channels')
    startChannels(mark + after)
  }

  function endsAllThoughts(mark: string, after: string): boolean {
    const openings = thinkTags.find(({ close }) => close.includes(mark.toLowerCase()))?.open ?? []
    return endsThoughts(emitted, openings, after)
  }

  function emitWatched(text: string) {
    if (text === '') return
    emitted += text
    emit('text', text)
  }

  /** Emits the pending text at the end of the stream, which the server may have given a reason for. */
  function end(reason?: FinishReason) {
    const rest = pending
    pending = ''
    if (state === 'channels') return channels.end()
    if (state === 'watched' && watchedMarks.find(rest)?.index === 0) return endAtMark(rest)
    // It has ended by itself, so that there is an answer: this one.
    const all = state === 'thinking' && isAssumed && reason === 'stop' ? (emitted + rest).trimEnd() : ''
    if (all !== '') {
      onFormat?.('auto')
      return emit('text', all)
    }
    const isSpace = state === 'before' && hasThoughts && rest.trim() === ''
    if (rest !== '' && !isSpace) emit(state === 'thinking' ? 'reasoning' : 'text', rest)
  }

  function endAtMark(rest: string) {
    const [mark = ''] = watchedMarks.find(rest) ?? []
    if (!endsAllThoughts(mark, '')) return emit('text', rest)
    onTextWasReasoning?.()
    onFormat?.('begins_inside')
  }

  return {
    push,
    end,
    /** Is told that reasoning has come in a field of its own: the text is the answer. */
    skipThoughts() {
      isAssumed = false
      hasThoughts = true
      if (state === 'watched') {
        state = 'answer'
        if (pending !== '') emit('text', pending)
        pending = ''
      }
    },
  }
}

const isChannelMark = (mark: string) => mark.startsWith('<|start|>') || mark.startsWith('<|channel|>final')

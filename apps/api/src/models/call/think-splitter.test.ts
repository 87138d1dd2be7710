import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createThinkSplitter } from './think-splitter.ts'

function split(pieces: readonly string[]) {
  const out = { reasoning: '', text: '' }
  const splitter = createThinkSplitter((type, text) => {
    expect(text).not.toBe('')
    out[type] += text
  })
  for (const piece of pieces) splitter.push(piece)
  splitter.end()
  return out
}

/** The text cut at random places. */
const cut = (text: string) =>
  fc.array(fc.nat(text.length), { maxLength: 30 }).map((places) => {
    const borders = [0, ...places.toSorted((a, b) => a - b), text.length]
    return borders
      .slice(1)
      .map((border, index) => text.slice(borders[index], border))
      .filter((piece) => piece !== '')
  })

describe('a thought process inside the text', () => {
  test.each([
    ['<think>\nWell.\n</think>\n\nYes.', 'Well.', 'Yes.'],
    ['\n<think>a < b </thin> </think>Yes.', 'a < b </thin>', 'Yes.'],
    ['<think></think>Yes.', '', 'Yes.'],
    ['<think>never closed', 'never closed', ''],
    ['<think>cut </thi', 'cut </thi', ''],
    ['<think>a</think>b<think>c</think>', 'a', 'b<think>c</think>'],
    ['Write <think> in the prompt.', '', 'Write <think> in the prompt.'],
    ['<thin', '', '<thin'],
    ['  indented', '', '  indented'],
    ['', '', ''],
  ])('%j has the thought %j and the answer %j', (whole, reasoning, text) => {
    expect(split([whole])).toEqual({ reasoning, text })
  })

  test('is found wherever the stream is cut', () => {
    const alphabet = fc.constantFrom('<', '/', 'think', '>', '</think', ' ', '\n', 'a', '布', '</think>', '<think>')
    const anyText = fc.array(alphabet, { maxLength: 12 }).map((parts) => parts.join(''))
    const whole = fc.oneof(
      anyText,
      anyText.map((text) => `<think>${text}`),
      fc.tuple(anyText, anyText).map(([a, b]) => `<think>${a}</think>${b}`),
    )
    fc.assert(
      fc.property(
        whole.chain((text) => fc.tuple(fc.constant(text), cut(text))),
        ([text, pieces]) => {
          expect(split(pieces)).toEqual(split([text]))
        },
      ),
      { numRuns: 500 },
    )
  })

  test('is passed on while it comes, not when it ends', () => {
    const seen: string[] = []
    const splitter = createThinkSplitter((type, text) => void seen.push(`${type}: ${text}`))
    splitter.push('<think>First. ')
    splitter.push('Second.')
    expect(seen).toEqual(['reasoning: First.', 'reasoning:  Second.'])
  })
})

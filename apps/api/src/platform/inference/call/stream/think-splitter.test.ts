import type { FinishReason } from '@heddle/workflow/model/ports'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createThinkSplitter } from './think-splitter.ts'

type SplitOptions = { readonly beginsInside?: boolean; readonly reason?: FinishReason }

function split(pieces: readonly string[], { beginsInside = false, reason }: SplitOptions = {}) {
  const out = { reasoning: '', text: '' }
  const formats: string[] = []
  const splitter = createThinkSplitter({
    beginsInside,
    emit: (type, text) => {
      expect(text).not.toBe('')
      out[type] += text
    },
    onTextWasReasoning: () => {
      out.reasoning += out.text
      out.text = ''
    },
    onFormat: (format) => formats.push(format),
  })
  for (const piece of pieces) splitter.push(piece)
  splitter.end(reason)
  return { ...out, format: formats[0] }
}

const splitText = (whole: string, options?: SplitOptions) => {
  const { reasoning, text } = split([whole], options)
  return { reasoning, text }
}

/** The text cut at random places. */
const cut = (text: string) =>
  fc.array(fc.nat(text.length), { maxLength: 30 }).map((cuts) => {
    const borders = [0, ...cuts.toSorted((a, b) => a - b), text.length]
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
    ['Let </think', '', 'Let </think'],
  ])('%j has the thought %j and the answer %j', (whole, reasoning, text) => {
    expect(splitText(whole)).toEqual({ reasoning, text })
  })

  test.each([
    ['EXAONE Deep', '<thought>\nWell.\n</thought>\n\nYes.'],
    ['Claude by a gateway', '<thinking>Well.</thinking>Yes.'],
    ['Open WebUI', '<Reasoning>Well.</Reasoning>Yes.'],
    ['Seed-OSS (vLLM seed_oss)', '<seed:think>Well.</seed:think>Yes.'],
    ['MiniMax-M3 (SGLang)', '<mm:think>Well.</mm:think>Yes.'],
    ['Magistral (SGLang mistral)', '[THINK]Well.[/THINK]Yes.'],
    ['Kimi-VL (SGLang kimi)', '◁think▷Well.◁/think▷Yes.'],
    ['openPangu (vLLM)', '[unused16]Well.[unused17]Yes.'],
    ['Command A (SGLang)', '<|START_THINKING|>Well.<|END_THINKING|><|START_TEXT|>Yes.<|END_TEXT|>'],
    ['Command A reasoning (vLLM)', '<|START_THINKING|>Well.<|END_THINKING|><|START_RESPONSE|>Yes.<|END_RESPONSE|>'],
    ['Apertus (vLLM)', '<|inner_prefix|>Well.<|inner_suffix|>Yes.'],
    ['OpenThinker', '<|begin_of_thought|>\n\nWell.\n\n<|end_of_thought|>\n\n<|begin_of_solution|>\n\nYes.\n\n<|end_of_solution|>'],
    ['Gemma 4 (vLLM)', '<|channel>thought\nWell.<channel|>Yes.'],
    ['Kimi K3 (SGLang)', '<|open|>think<|sep|>Well.<|close|>think<|sep|><|open|>response<|sep|>Yes.<|close|>response<|sep|>'],
    ['Hunyuan-A13B (vLLM)', '<think>\nWell.\n</think>\n<answer>\nYes.\n</answer>'],
    ['ERNIE 4.5 (vLLM)', '<think>\nWell.\n</think>\n\n<response>\nYes.\n</response>\n'],
    ['Granite 3.2 (vLLM)', 'Here is my thought process: Well. Here is my response: Yes.'],
    ['quantized Granite (vLLM)', "Here's my thought process: Well. Here's my response: Yes."],
    ['HyperCLOVA X SEED (vLLM)', '/think\nWell.<|im_end|>\n<|im_start|>assistant\nYes.'],
    ['Solar Open', '<|think|>Well.<|end|><|begin|>assistant<|content|>Yes.<|end|>'],
    ['two blocks', '<think>We</think>\n<think>ll.</think>Yes.'],
  ])('of %s has its marks taken away', (_name, whole) => {
    const expected = { reasoning: 'Well.', text: 'Yes.', format: 'tags' }
    expect(split([whole])).toEqual(expected)
    expect(split(whole.split(''))).toEqual(expected)
  })

  test.each([
    ['gpt-oss', '<|channel|>analysis<|message|>2 + 2.<|end|><|start|>assistant<|channel|>final<|message|>4<|return|>'],
    ['its template without the first tokens', 'analysis<|message|>2 + 2.<|end|><|start|>assistant<|channel|>final<|message|>4'],
    ['llama.cpp with reasoning_format none', '<|channel|>analysis<|message|>2 + 2.<|end|>4'],
    ['tokens of roles left out', '<|channel|>analysis<|message|>2 + 2.<|end|>assistant<|channel|>final<|message|>4<|end|>'],
    ['no end of the analysis', '<|channel|>analysis<|message|>2 + 2.<|start|>assistant<|channel|>final<|message|>4'],
    [
      'a call of a tool that no one offers',
      '<|channel|>analysis<|message|>2 + 2.<|end|><|start|>assistant<|channel|>commentary to=functions.add <|constrain|>json<|message|>{"a":2}<|call|><|start|>assistant<|channel|>final<|message|>4',
    ],
    [
      'a commentary',
      '<|channel|>analysis<|message|>2 <|end|><|start|>assistant<|channel|>commentary<|message|>+ 2.<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>4<|return|>',
    ],
    ['thoughts that the template begins', '2 + 2.<|channel|>final<|message|>4<|return|>'],
  ])('in channels is found with %s', (_name, whole) => {
    const expected = { reasoning: '2 + 2.', text: '4', format: 'channels' }
    expect(split([whole])).toEqual(expected)
    expect(split(whole.split(''))).toEqual(expected)
  })

  test('in channels whose special tokens the server has left out', () => {
    const whole = 'analysisWe need to output only that word. And nothing else.assistantfinalfour'
    expect(splitText(whole)).toEqual({ reasoning: 'We need to output only that word. And nothing else.', text: 'four' })
    expect(splitText('analysis of the assistantfinal')).toEqual({ reasoning: '', text: 'analysis of the assistantfinal' })
  })
})

describe('a closing mark without its opening', () => {
  test.each([
    ['Okay, the user wants a city.\nSo: Taipei.</think>\n\n台北。', 'Okay, the user wants a city.\nSo: Taipei.', '台北。'],
    ['嗯，台灣的首都。\n</think>\n\n台北', '嗯，台灣的首都。\n', '台北'],
    ['It is Taipei. </think> Taipei', 'It is Taipei. ', 'Taipei'],
    ['the user wants a city</think>Taipei', 'the user wants a city', 'Taipei'],
    ['In `code` I would\nsay it.[/THINK]Yes', 'In `code` I would\nsay it.', 'Yes'],
    ['```\na\n```\nDone.\n</think>\nYes', '```\na\n```\nDone.\n', 'Yes'],
    ['Well.<|END_THINKING|><|START_RESPONSE|>Yes<|END_RESPONSE|>', 'Well.', 'Yes'],
    ['Well.\n</think>\n', 'Well.\n', ''],
    ['Well.\n</think>\nUse </think> twice.</think>', 'Well.\n', 'Use </think> twice.</think>'],
  ])('ends the thoughts of %j', (whole, reasoning, text) => {
    expect(split([whole])).toEqual({ reasoning, text, format: 'begins_inside' })
    expect(split(whole.split(''))).toEqual({ reasoning, text, format: 'begins_inside' })
  })

  test.each([
    'The tag `</think>` ends the thoughts.',
    'Write:\n```html\n<p>\n</think>\n```\nThat is all.',
    'Use the </think> tag at the end.',
    'End it with </think>.',
    'End it with </think>',
    'It says "</think>" there.',
    '標籤「</think>」結束思考。',
    'Begin with <think> on a line and end with\n</think>\nThat is all.',
    '{"end":"</think>"}',
    'a < b [1] ◁ c </b>',
  ])('stays in the answer %j', (whole) => {
    expect(split([whole])).toEqual({ reasoning: '', text: whole, format: undefined })
    expect(split(whole.split(''))).toEqual({ reasoning: '', text: whole, format: undefined })
  })

  test('before any text is dropped', () => {
    expect(split(['</think>\n\n', 'Yes.'])).toEqual({ reasoning: '', text: 'Yes.', format: undefined })
  })
})

describe('thoughts that the template of the model begins', () => {
  test.each<[string, FinishReason | undefined, string, string]>([
    ['Well.\n</think>\n\nYes.', 'stop', 'Well.', 'Yes.'],
    ['In `code </think>Yes.', 'stop', 'In `code', 'Yes.'],
    ['<think>\nWell.\n</think>\n\nYes.', 'stop', 'Well.', 'Yes.'],
    ['Yes.', 'stop', 'Yes.', 'Yes.'],
    ['Well', 'length', 'Well', ''],
    ['Well', undefined, 'Well', ''],
    ['</think>Yes.', 'stop', '', 'Yes.'],
  ])('%j, ended by %s, has the thought %j and the answer %j', (whole, reason, reasoning, text) => {
    expect(splitText(whole, { beginsInside: true, ...(reason && { reason }) })).toEqual({ reasoning, text })
  })

  test('are not expected once reasoning has come in a field', () => {
    const texts: string[] = []
    const splitter = createThinkSplitter({ beginsInside: true, emit: (type, text) => texts.push(`${type}: ${text}`) })
    splitter.skipThoughts()
    splitter.push('\n\nUse the mark\n</think>\n.')
    splitter.end('stop')
    expect(texts).toEqual(['text: Use the mark\n</think>\n.'])
  })
})

describe('the splitter', () => {
  test('finds the same wherever the stream is cut', () => {
    const alphabet = fc.constantFrom(
      '<',
      '/',
      'think',
      '>',
      '</think',
      ' ',
      '\n',
      'a',
      '布',
      '.',
      '`',
      '</think>',
      '<think>',
      '<answer>',
      '</answer>',
      '[/THINK]',
      '<|channel|>',
      'analysis',
      'final',
      '<|message|>',
      '<|end|>',
      '<|start|>',
      'assistant',
      'assistantfinal',
      'Here is my ',
    )
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
          for (const options of [{}, { beginsInside: true, reason: 'stop' } as const]) {
            expect(split(pieces, options)).toEqual(split([text], options))
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  test('passes a thought on while it comes, not when it ends', () => {
    const seen: string[] = []
    const splitter = createThinkSplitter({ emit: (type, text) => void seen.push(`${type}: ${text}`) })
    splitter.push('<think>First. ')
    splitter.push('Second.')
    expect(seen).toEqual(['reasoning: First.', 'reasoning:  Second.'])
  })
})

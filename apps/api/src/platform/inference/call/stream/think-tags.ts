// How models mark their thoughts inside the text, for servers without a parser of them: the marks of vLLM's and SGLang's reasoning parsers,
// of llama.cpp and of Open WebUI. Those of gpt-oss are in channel-splitter.ts.

type ThinkTags = { readonly open: readonly string[]; readonly close: readonly string[] }

/** In lower case: they are found in any. */
export const thinkTags: readonly ThinkTags[] = [
  // DeepSeek-R1, Qwen3, GLM, Kimi K2, MiniMax, Nemotron, Phi, ERNIE, Step, and most others.
  { open: ['<think>'], close: ['</think>'] },
  { open: ['<thinking>'], close: ['</thinking>'] },
  // EXAONE Deep.
  { open: ['<thought>'], close: ['</thought>'] },
  { open: ['<thoughts>'], close: ['</thoughts>'] },
  { open: ['<reason>'], close: ['</reason>'] },
  { open: ['<reasoning>'], close: ['</reasoning>'] },
  // Seed-OSS.
  { open: ['<seed:think>'], close: ['</seed:think>'] },
  // K2 Horizon.
  { open: ['<ifm|think>'], close: ['</ifm|think>'] },
  // MiniMax-M3.
  { open: ['<mm:think>'], close: ['</mm:think>'] },
  { open: ['<longcat_think>'], close: ['</longcat_think>'] },
  // Hunyuan 3.
  { open: ['<think:opensource>'], close: ['</think:opensource>'] },
  // Magistral.
  { open: ['[think]'], close: ['[/think]'] },
  // Kimi-VL.
  { open: ['◁think▷'], close: ['◁/think▷'] },
  // openPangu.
  { open: ['[unused16]'], close: ['[unused17]'] },
  // Command A.
  { open: ['<|start_thinking|>'], close: ['<|end_thinking|>'] },
  // Apertus.
  { open: ['<|inner_prefix|>'], close: ['<|inner_suffix|>'] },
  // OpenThinker, Sky-T1.
  { open: ['<|begin_of_thought|>'], close: ['<|end_of_thought|>'] },
  // Gemma 4.
  { open: ['<|channel>thought\n'], close: ['<channel|>'] },
  // Kimi K3.
  { open: ['<|open|>think<|sep|>'], close: ['<|close|>think<|sep|>'] },
  // Solar Open.
  { open: ['<|think|>'], close: ['<|end|>'] },
  // Inkling.
  { open: ['<|message_model|><|content_thinking|>', '<|content_thinking|>'], close: ['<|end_message|>'] },
  // HyperCLOVA X SEED Think.
  { open: ['/think\n'], close: ['<|im_end|>\n<|im_start|>assistant\n', '<|im_end|>\n<|im_start|>assistant'] },
  // Granite 3.
  {
    open: ['here is my thought process:', "here's my thought process:"],
    close: ['here is my response:', "here's my response:"],
  },
]

/** What ends thoughts that the prompt's template has begun. The marks of Granite and Solar stand in other texts, too. */
export const loneClosings: readonly string[] = thinkTags
  .flatMap(({ close }) => close)
  .filter((close) => close !== '<|end|>' && !close.startsWith('here'))

/** Marks around the answer. Those that a prompt may ask for count only after thoughts. */
export const answerMarks: readonly { readonly open: string; readonly close: string; readonly isPlain: boolean }[] = [
  // Hunyuan-A13B.
  { open: '<answer>', close: '</answer>', isPlain: true },
  // ERNIE 4.5.
  { open: '<response>', close: '</response>', isPlain: true },
  // Command A.
  { open: '<|start_response|>', close: '<|end_response|>', isPlain: false },
  { open: '<|start_text|>', close: '<|end_text|>', isPlain: false },
  { open: '<|begin_of_solution|>', close: '<|end_of_solution|>', isPlain: false },
  { open: '<|open|>response<|sep|>', close: '<|close|>response<|sep|>', isPlain: false },
  { open: '<|begin|>assistant<|content|>', close: '<|end|>', isPlain: false },
  { open: '<|message_model|><|content_text|>', close: '<|end_message|>', isPlain: false },
]

/** Whether the text begins with a mark; `partly` when it may, once more has come. */
export function beginsWith(text: string, mark: string): boolean | 'partly' {
  const beginning = text.slice(0, mark.length).toLowerCase()
  if (beginning === mark) return true
  return text.length < mark.length && mark.startsWith(beginning) && 'partly'
}

export type Marks = ReturnType<typeof createMarks>

/** Returns how some marks, in lower case, are found in a text in any case. */
export function createMarks(marks: readonly string[]) {
  const alternatives = marks.toSorted((a, b) => b.length - a.length).map((mark) => mark.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
  const pattern = new RegExp(alternatives.join('|'), 'i')
  const longest = Math.max(...marks.map(({ length }) => length))
  const firstCharacters = new Set(marks.flatMap((mark) => [mark[0], mark[0]?.toUpperCase()]))

  return {
    /** Returns the first mark in a text, as it is written there. */
    find: (text: string) => pattern.exec(text),
    /** Returns the length of the part of a text that cannot belong to a mark whose rest is still to come. */
    measureSafe(text: string): number {
      for (let at = Math.max(0, text.length - longest + 1); at < text.length; at += 1) {
        if (!firstCharacters.has(text[at])) continue
        const end = text.slice(at).toLowerCase()
        if (marks.some((mark) => mark.startsWith(end))) return at
      }
      return text.length
    },
  }
}

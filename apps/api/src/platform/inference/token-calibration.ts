// How many tokens a text has for a model: our count, scaled by what the endpoint has reported of earlier prompts. Tokenizers differ by up to
// five times, most for Thai and Chinese.
import { messageTokens } from '@heddle/workflow/model/context-room'
import type { ModelMessage } from '@heddle/workflow/model/ports'
import { isPossiblePrompt } from './call/stream/reported-usage.ts'

/** The weight of the newest prompt. */
const weight = 0.3
/** A longer prompt says no more, and takes longer to count. */
const maxSampleCharacters = 8_000
/** A shorter one is mostly template. */
const minSampleCharacters = 200
const maxSamples = 4
/** No tokenizer has half as many tokens as ours; a server that reports so has left out those that it knew already. */
const ratioBounds = { min: 0.5, max: 5 }

type Sample = { readonly texts: readonly string[]; readonly tokens: number }
type Calibration = { ratio: number | null; samples: Sample[] }

export function createTokenCalibration(countTokens: (text: string) => number) {
  const models = new Map<string, Calibration>()

  function learn({ ratio }: Calibration, { texts, tokens }: Sample): number | null {
    const counted = texts.reduce((sum, text) => sum + countTokens(text), 0)
    const seen = Math.min(ratioBounds.max, (tokens - texts.length * (messageTokens / 2)) / counted)
    if (!(seen >= ratioBounds.min)) return ratio
    return ratio === null ? seen : ratio + weight * (seen - ratio)
  }

  return {
    /** Keeps the prompt of a call and its reported tokens. It is only counted when a text of the model is: that loads the tokenizer. */
    observe: (modelId: string, messages: readonly ModelMessage[], tokens: number) => {
      const characters = messages.reduce((sum, { content }) => sum + content.length, 0)
      const hasImages = messages.some(({ images = [] }) => images.length > 0)
      if (hasImages || characters < minSampleCharacters || characters > maxSampleCharacters) return
      if (!isPossiblePrompt(messages, tokens)) return
      const { ratio, samples } = models.get(modelId) ?? { ratio: null, samples: [] }
      const sample = { texts: messages.map(({ content }) => content), tokens }
      models.set(modelId, { ratio, samples: [...samples, sample].slice(-maxSamples) })
    },

    /** Returns the tokens that a text has for the model. */
    countTokens: (modelId: string, text: string): number => {
      const calibration = models.get(modelId)
      if (!calibration) return countTokens(text)
      for (const sample of calibration.samples) calibration.ratio = learn(calibration, sample)
      calibration.samples = []
      return Math.ceil(countTokens(text) * (calibration.ratio ?? 1))
    },
  }
}

// What answers write before and behind a figure that is only a bound, in the five languages.
import { toTextKey } from '@heddle/table/text-key'

export type Bound = 'below' | 'above'

const before = {
  below: `<|<=|≤|≦|⩽|less than|lower than|fewer than|smaller than|below|under|at most|no more than|not more than|not exceeding|up to|maximum of|less than or equal to|小於|低於|少於|不到|不超過|不大於|不高於|至多|最多|小於等於|น้อยกว่า|ต่ำกว่า|ไม่เกิน|ไม่มากกว่า|ไม่สูงกว่า|dưới|nhỏ hơn|ít hơn|thấp hơn|không quá|không vượt quá|không lớn hơn|tối đa`,
  above: `>|>=|≥|≧|⩾|more than|greater than|higher than|larger than|above|over|exceeding|exceeds|at least|no less than|not less than|minimum of|greater than or equal to|大於|高於|多於|超過|至少|不低於|不小於|不少於|大於等於|มากกว่า|สูงกว่า|เกิน|เกินกว่า|อย่างน้อย|ไม่น้อยกว่า|ไม่ต่ำกว่า|trên|lớn hơn|cao hơn|nhiều hơn|vượt quá|ít nhất|tối thiểu|không dưới|không nhỏ hơn|không ít hơn`,
}
const behind = {
  below: `or less|or lower|or below|or fewer|and below|以下|以內|未滿|未満|より小さい|より低い|より少ない|หรือน้อยกว่า|หรือต่ำกว่า|ลงมา|trở xuống`,
  above: `or more|or higher|or above|or greater|and above|以上|を超える|超|より大きい|より高い|より多い|หรือมากกว่า|หรือสูงกว่า|ขึ้นไป|trở lên`,
}

type Words = readonly (readonly [word: string, bound: Bound])[]

/** The longest first: "no more than" ends with "more than". */
const listWords = ({ below, above }: Readonly<Record<Bound, string>>): Words =>
  ([below, above] as const)
    .flatMap((list, index) => list.split('|').map((word) => [toTextKey(word), index === 0 ? 'below' : 'above'] as const))
    .toSorted(([a], [b]) => b.length - a.length)

const wordsBefore = listWords(before)
const wordsBehind = listWords(behind)
const isLetter = /^\p{Script=Latin}/u
/** Most figures stand beside punctuation, or others. */
const endsWithWord = /[\p{L}\p{M}\p{Sm}≦≧⩽⩾=] ?$/u
const startsWithWord = /^ ?\p{L}/u

/** Returns the bound that the end of a text says of the figure behind it. */
export function readBoundBefore(text: string): Bound | null {
  if (!endsWithWord.test(text)) return null
  const key = toTextKey(text)
  const [, bound = null] =
    wordsBefore.find(([word]) => key.endsWith(word) && !(isLetter.test(word) && isLetter.test(key.at(-word.length - 1) ?? ''))) ?? []
  return bound
}

/** Returns the bound that the beginning of a text says of the figure before it. */
export function readBoundBehind(text: string): Bound | null {
  if (!startsWithWord.test(text)) return null
  const key = toTextKey(text)
  const [, bound = null] =
    wordsBehind.find(([word]) => key.startsWith(word) && !(isLetter.test(word) && isLetter.test(key.charAt(word.length)))) ?? []
  return bound
}

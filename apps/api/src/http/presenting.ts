// What every presenter needs to turn a column into its shape on the wire.
import { LocalizedText } from '@heddle/contracts/wire'

/** A localized text as it is stored in a JSON column. */
export const presentText = (stored: unknown): LocalizedText => LocalizedText.parse(stored)

export const presentTime = (time: Date): string => time.toISOString()

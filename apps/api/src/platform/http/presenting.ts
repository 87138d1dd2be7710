// Converts columns to their shape on the wire, for all presenters.
import { LocalizedText } from '@heddle/contracts/wire'

/** Returns the localized text of a JSON column. */
export const presentText = (stored: unknown): LocalizedText => LocalizedText.parse(stored)

export const presentTime = (time: Date): string => time.toISOString()

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing' | 'keyCode'>

/**
 * Returns whether a key sends the message: Enter alone, or with Ctrl or Cmd. An Enter that ends the composition of Han or kana only
 * chooses the word; Safari ends the composition before that Enter, which has the key code 229.
 */
export function isSubmitKey({ key, shiftKey, altKey, isComposing, keyCode }: Key): boolean {
  return key === 'Enter' && !shiftKey && !altKey && !isComposing && keyCode !== 229
}

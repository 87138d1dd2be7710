type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing' | 'keyCode'>

/**
 * Returns whether a key belongs to the input method, which composes Han, kana or Thai with it: Enter only chooses the word, and Escape
 * only discards it. Safari ends the composition before it reports that key, which has the key code 229.
 */
const isComposed = ({ isComposing, keyCode }: Pick<Key, 'isComposing' | 'keyCode'>): boolean => isComposing || keyCode === 229

/** Returns whether a key sends the message: Enter alone, or with Ctrl or Cmd. */
export const isSubmitKey = (pressed: Key): boolean =>
  pressed.key === 'Enter' && !pressed.shiftKey && !pressed.altKey && !isComposed(pressed)

/** Returns where a key leads among what was found: to the next with Enter, to the one before with Shift too; 0 for another key. */
export const toFoundStep = (pressed: Key): 1 | -1 | 0 => (pressed.key !== 'Enter' || isComposed(pressed) ? 0 : pressed.shiftKey ? -1 : 1)

/** Returns whether a key closes or cancels what it is pressed in. */
export const isCancelKey = (pressed: Key): boolean => pressed.key === 'Escape' && !isComposed(pressed)

/**
 * Leaves the keys of an input method to it. Mantine's dialogs, popovers and fields with options look at `isComposing` at most, and would
 * close, choose an option or add a tag. Called before they are mounted, as the first listener of the window is the first one called.
 */
export function holdComposedKeys(target: Window): void {
  target.addEventListener('keydown', (event) => isComposed(event) && event.stopImmediatePropagation(), { capture: true })
}

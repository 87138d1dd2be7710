import type { Choices } from './use-choices.ts'

/** Returns the choices that go along: the workflow of another expert than the chat's may not have the chat's model. */
export function toAllowedChoices({ model, ...others }: Choices['body'], isOtherExpert: boolean): Choices['body'] {
  return { ...others, ...(model && !isOtherExpert && { model }) }
}

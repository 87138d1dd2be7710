// What the worlds of the canaries are made with: who reads, and where a text is planted.
import type { TestApp } from '../application/test-app.ts'

export const actorNames = ['member', 'owner', 'admin'] as const
export type ActorName = (typeof actorNames)[number]

export type Say = (name: string) => string

export type Scene = {
  readonly api: TestApp
  /** Of the demonstration model. */
  readonly demoUrl: string
  /** Returns a text that only the readers may see. */
  readonly plant: (name: string, readers?: readonly ActorName[], value?: string) => string
}

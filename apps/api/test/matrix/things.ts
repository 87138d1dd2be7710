// What is asked for, in the permission matrix: by its relation to the actor, created for each case.
import { randomUUID } from 'node:crypto'
import { type Target, type Thing, unnamed } from './part.ts'
import { parts } from './parts.ts'
import type { MatrixActor, MatrixWorld } from './world.ts'

const things: Readonly<Record<string, Thing>> = {
  anything: unnamed,
  'their own': unnamed,
  "their tenant's": unnamed,
  ...Object.fromEntries(parts.flatMap((part) => Object.entries(part.things ?? {}))),
}

export const isThing = (name: string) => name in things

export function makeThing(world: MatrixWorld, name: string, actor: MatrixActor): Promise<Target> {
  const make = things[name]
  if (!make) throw new Error(`No module has a thing "${name}" in its matrix file`)
  return make(world, actor)
}

/** The same call about something that does not exist. */
export const unknownTwin = (target: Target): Target => ({ ...target, [target.about]: randomUUID() })
